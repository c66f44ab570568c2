/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delayqueue.store.redis;

/**
 * Makes one call at a time and numbers them, so that Redis recognises a call that a
 * driver sends again. Used by one thread at a time.
 */
final class ProducerLane {

	private final String name;

	private long number;

	ProducerLane(String name) {
		this.name = name;
	}

	/**
	 * Begin the next call.
	 */
	void next() {
		this.number++;
	}

	/**
	 * Add what identifies the present call.
	 * @param arguments what to add it to
	 * @return the arguments
	 */
	ScriptArguments addTo(ScriptArguments arguments) {
		return arguments.add(this.name).add(this.number);
	}

}
