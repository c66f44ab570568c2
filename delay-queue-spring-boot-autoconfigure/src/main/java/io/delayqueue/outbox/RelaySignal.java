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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the thread of a relay waits for.
 */
final class RelaySignal {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private boolean woken;

	private boolean stopped;

	/**
	 * Say that there is something to relay.
	 */
	void wake() {
		this.lock.lock();
		try {
			this.woken = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Say that it is time to end, for ever.
	 */
	void stop() {
		this.lock.lock();
		try {
			this.stopped = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isStopped() {
		this.lock.lock();
		try {
			return this.stopped;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until there is something to relay, also if that was said before, or until it
	 * is time to end.
	 * @param longest how long to wait at most
	 */
	void awaitWork(Duration longest) {
		await(longest, true);
	}

	/**
	 * Wait, whatever there is to relay, until it is time to end.
	 * @param longest how long to wait
	 */
	void pause(Duration longest) {
		await(longest, false);
	}

	private void await(Duration longest, boolean work) {
		long left = TimeUnit.NANOSECONDS.convert(longest);
		this.lock.lock();
		try {
			while (!this.stopped && !(work && this.woken) && left > 0) {
				left = this.changed.awaitNanos(left);
			}
			this.woken = this.woken && !work;
		}
		catch (InterruptedException ex) {
			// Left behind by what was called on this thread: only a stop ends it.
			return;
		}
		finally {
			this.lock.unlock();
		}
	}

}
