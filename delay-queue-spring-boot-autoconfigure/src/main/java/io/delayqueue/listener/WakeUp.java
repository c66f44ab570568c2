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

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where a poller sleeps, and when it is to claim next. That moment only ever moves
 * nearer, until a claim is sent: a hint that comes while the claim is under way is not
 * undone by the claim's reply, which may be older than the hint.
 */
final class WakeUp {

	private final Ticker ticker;

	private final Runnable whenSignalled;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private boolean signalled;

	private long nextClaim;

	WakeUp(Ticker ticker) {
		this(ticker, () -> {
		});
	}

	/**
	 * Create one for which there may be no poller.
	 * @param ticker tells the time
	 * @param whenSignalled called on the thread of whoever says that there is something
	 * to do
	 */
	WakeUp(Ticker ticker, Runnable whenSignalled) {
		this.ticker = ticker;
		this.whenSignalled = whenSignalled;
	}

	long nextClaim() {
		this.lock.lock();
		try {
			return this.nextClaim;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that a claim is about to be sent: what is heard from now on counts.
	 */
	void claimSent() {
		this.lock.lock();
		try {
			this.nextClaim = Ticker.NEVER;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Claim after a while at the latest.
	 * @param wait how long from now
	 */
	void claimIn(Duration wait) {
		claimAt(Ticker.after(this.ticker.read(), wait));
	}

	/**
	 * Claim at a moment at the latest.
	 * @param moment the moment
	 */
	void claimAt(long moment) {
		this.lock.lock();
		try {
			if (moment < this.nextClaim) {
				this.nextClaim = moment;
				this.signalled = true;
				this.changed.signal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Let the poller look again at what there is to do.
	 */
	void signal() {
		this.lock.lock();
		try {
			this.signalled = true;
			this.changed.signal();
		}
		finally {
			this.lock.unlock();
		}
		this.whenSignalled.run();
	}

	/**
	 * Sleep until something has changed since the last call returned, or a moment has
	 * come, or the thread is interrupted.
	 * @param moment the moment
	 */
	void await(long moment) {
		this.lock.lock();
		try {
			while (!this.signalled) {
				long nanos = moment - this.ticker.read();
				if (nanos <= 0 || this.changed.awaitNanos(nanos) <= 0) {
					break;
				}
			}
			this.signalled = false;
		}
		catch (InterruptedException ex) {
			// The poller looks again, and ends if it was interrupted for that.
			this.signalled = false;
		}
		finally {
			this.lock.unlock();
		}
	}

}
