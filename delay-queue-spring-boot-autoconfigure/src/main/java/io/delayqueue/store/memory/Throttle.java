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

import io.delayqueue.store.QueueLimits;

/**
 * Says how many messages of one queue may be handed out. Not safe for use by many
 * threads.
 */
final class Throttle {

	private boolean paused;

	private boolean full;

	private long nextByRate;

	boolean isPaused() {
		return this.paused;
	}

	/**
	 * Pause or resume.
	 * @param paused whether to pause
	 * @return whether that is news
	 */
	boolean setPaused(boolean paused) {
		boolean news = this.paused != paused;
		this.paused = paused;
		return news;
	}

	/**
	 * Note whether consumers are told to wait until others have settled.
	 * @param full whether they are
	 */
	void setFull(boolean full) {
		this.full = full;
	}

	boolean isFull() {
		return this.full;
	}

	int allowance(int wanted, QueueLimits limits, int inFlight, StoreTime now) {
		if (this.paused) {
			return 0;
		}
		long count = wanted;
		if (limits.maxInFlight() > 0) {
			count = Math.min(count, limits.maxInFlight() - inFlight);
		}
		if (count > 0 && limits.messages() > 0) {
			long ahead = nextByRate(limits, now) - now.micros();
			count = Math.min(count, (limits.burst() * limits.intervalMicros() - ahead) / limits.intervalMicros());
		}
		return (int) Math.max(0, count);
	}

	void handedOut(int count, QueueLimits limits, StoreTime now) {
		if (count > 0 && limits.messages() > 0) {
			this.nextByRate = nextByRate(limits, now) + count * limits.intervalMicros();
		}
	}

	/**
	 * Return when the rate lets another message be handed out.
	 * @param limits the limits
	 * @param now the present time
	 * @return milliseconds since the epoch, or 0 if there is no limit
	 */
	long openFrom(QueueLimits limits, StoreTime now) {
		if (limits.messages() == 0) {
			return 0;
		}
		long micros = nextByRate(limits, now) - (limits.burst() - 1) * limits.intervalMicros();
		return Math.floorDiv(micros + 999, 1000);
	}

	// Not so far ahead that a clock that was set back stops the queue.
	private long nextByRate(QueueLimits limits, StoreTime now) {
		return Math.min(Math.max(this.nextByRate, now.micros()),
				now.micros() + limits.burst() * limits.intervalMicros());
	}

}
