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
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A claimed message on its way through a handler. Ends exactly once, whoever comes first:
 * its handler, or somebody who gives it back before a handler began.
 */
final class ClaimedDelivery implements Delivery {

	private final String queue;

	private final ClaimedMessage claimed;

	private final Ticker ticker;

	private final long claimedAt;

	private final ReentrantLock lock = new ReentrantLock();

	private State state = State.CLAIMED;

	private @Nullable Thread handler;

	private boolean interrupted;

	private volatile long leaseEnd;

	private volatile boolean leaseLost;

	private volatile boolean seenLost;

	private volatile Duration lateness;

	ClaimedDelivery(String queue, ClaimedMessage claimed, Ticker ticker, long leaseEnd) {
		this.queue = queue;
		this.claimed = claimed;
		this.ticker = ticker;
		this.claimedAt = ticker.read();
		this.leaseEnd = leaseEnd;
		this.lateness = claimed.lateness();
	}

	@Override
	public String getQueue() {
		return this.queue;
	}

	@Override
	public String getId() {
		return this.claimed.id();
	}

	@Override
	public StoredMessage getMessage() {
		StoredMessage message = this.claimed.message();
		Assert.state(message != null, "The message can't be read");
		return message;
	}

	@Override
	public Instant getDueTime() {
		return this.claimed.dueTime();
	}

	@Override
	public Duration getLateness() {
		return this.lateness;
	}

	@Override
	public int getAttempt() {
		return this.claimed.attempt();
	}

	@Override
	public boolean isLeaseLost() {
		boolean lost = this.leaseLost || this.ticker.read() >= this.leaseEnd;
		if (lost) {
			this.seenLost = true;
		}
		return lost;
	}

	ClaimedMessage getClaimed() {
		return this.claimed;
	}

	/**
	 * Return whether the store has said that the message is somebody else's or gone.
	 * @return whether settling it is useless
	 */
	boolean isKnownLost() {
		return this.leaseLost;
	}

	/**
	 * Return whether anybody was ever told that the lease is lost. A renewal that came
	 * through late may have saved it since.
	 * @return whether somebody may have given up for that reason
	 */
	boolean wasSeenLost() {
		return this.seenLost;
	}

	/**
	 * Note that the message is somebody else's or gone.
	 * @return whether that is news
	 */
	boolean leaseLost() {
		this.lock.lock();
		try {
			boolean news = !this.leaseLost;
			this.leaseLost = true;
			return news;
		}
		finally {
			this.lock.unlock();
		}
	}

	void leaseEndsAt(long moment) {
		this.leaseEnd = moment;
	}

	/**
	 * Begin the handling on the current thread.
	 * @return whether it may be handled; not if it was given back
	 */
	boolean begin() {
		this.lock.lock();
		try {
			if (this.state != State.CLAIMED) {
				return false;
			}
			this.state = State.HANDLED;
			this.handler = Thread.currentThread();
			this.lateness = this.claimed.lateness().plusNanos(this.ticker.read() - this.claimedAt);
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that the current thread does no more for the message, though a stage may. An
	 * interrupt meant for the handler is not left to what the thread does next.
	 */
	void leave() {
		this.lock.lock();
		try {
			this.handler = null;
			if (this.interrupted) {
				Thread.interrupted();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the handling.
	 * @return whether it had not ended before
	 */
	boolean end() {
		return moveToEnded(State.HANDLED);
	}

	/**
	 * End the delivery without handling.
	 * @return whether no handler had begun
	 */
	boolean giveBack() {
		return moveToEnded(State.CLAIMED);
	}

	private boolean moveToEnded(State from) {
		this.lock.lock();
		try {
			if (this.state != from) {
				return false;
			}
			this.state = State.ENDED;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isEnded() {
		this.lock.lock();
		try {
			return this.state == State.ENDED;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isHandledBy(Thread thread) {
		this.lock.lock();
		try {
			return this.handler == thread;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Interrupt the thread that handles the message, if one does.
	 */
	void interrupt() {
		this.lock.lock();
		try {
			if (this.handler != null) {
				this.interrupted = true;
				this.handler.interrupt();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean wasInterrupted() {
		this.lock.lock();
		try {
			return this.interrupted;
		}
		finally {
			this.lock.unlock();
		}
	}

	private enum State {

		CLAIMED, HANDLED, ENDED

	}

}
