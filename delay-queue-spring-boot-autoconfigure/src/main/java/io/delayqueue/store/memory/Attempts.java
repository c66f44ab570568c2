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

package io.delayqueue.store.memory;

/**
 * What a message has gone through in its life.
 *
 * @param deliveries how often it was handed out
 * @param failures how often it failed
 * @param unconfirmed how often its lease ended without its claim having been confirmed
 */
record Attempts(int deliveries, int failures, int unconfirmed) {

	static final Attempts NONE = new Attempts(0, 0, 0);

	Attempts delivered() {
		return new Attempts(this.deliveries + 1, this.failures, this.unconfirmed);
	}

	Attempts failed() {
		return new Attempts(this.deliveries, this.failures + 1, this.unconfirmed);
	}

	Attempts returned() {
		return new Attempts(this.deliveries, this.failures, this.unconfirmed + 1);
	}

}
