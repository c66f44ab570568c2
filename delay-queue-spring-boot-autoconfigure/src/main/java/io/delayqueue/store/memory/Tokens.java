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
 * The fencing tokens of one queue. Not safe for use by many threads.
 */
final class Tokens {

	private long last;

	/**
	 * Return the token that was given out last.
	 * @return the token, or 0 if none was
	 */
	long last() {
		return this.last;
	}

	/**
	 * Return a token that was never given out, also if the clock has stepped back.
	 * @param now the present time
	 * @return the token
	 */
	long next(StoreTime now) {
		this.last = Math.max(this.last + 1, now.micros());
		return this.last;
	}

}
