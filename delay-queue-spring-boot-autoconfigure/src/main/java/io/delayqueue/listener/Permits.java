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

package io.delayqueue.listener;

import java.util.concurrent.Semaphore;

/**
 * How many more messages may be claimed. A permit is taken before the store is asked and
 * given back when the message has been handled, so that no more are claimed than can be
 * handled at once.
 */
final class Permits {

	private final Semaphore semaphore;

	Permits(int count) {
		this.semaphore = new Semaphore(count);
	}

	boolean isAvailable() {
		return this.semaphore.availablePermits() > 0;
	}

	/**
	 * Take as many as are free. Called by one thread only.
	 * @param most how many to take at most
	 * @return how many were taken, maybe none
	 */
	int takeUpTo(int most) {
		int count = Math.min(most, this.semaphore.availablePermits());
		return this.semaphore.tryAcquire(count) ? count : 0;
	}

	void giveBack(int count) {
		this.semaphore.release(count);
	}

}
