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
 * A claimed message on its way through a handler. It is settled once, whoever comes
 * first, and ends when it is settled and its handling has ended, or never began.
 */
final class ClaimedDelivery implements Delivery {

	private final String queue;

	private final ClaimedMessage claimed;

	private final Ticker ticker;

	private final long claimedAt;

	private final SharedPermit permit;

	private final ReentrantLock lock = new ReentrantLock();

	private Phase phase = Phase.CLAIMED;

	private boolean decided;

	private boolean passedOn;

	private @Nullable Acknowledgment acknowledgment;

	private @Nullable Thread handler;

	private boolean interrupted;

	private volatile long leaseEnd;

	private volatile boolean leaseLost;

	private volatile boolean seenLost;

	private volatile boolean handlerReached;

	private volatile Duration lateness;

	private volatile Handling handling = Handling.UNSEEN;

	private volatile boolean over;

	ClaimedDelivery(String queue, ClaimedMessage claimed, Ticker ticker, long leaseEnd, SharedPermit permit) {
		this.queue = queue;
		this.claimed = claimed;
		this.ticker = ticker;
		this.claimedAt = ticker.read();
		this.leaseEnd = leaseEnd;
		this.permit = permit;
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
	public @Nullable Instant getOccurrence() {
		return this.claimed.occurrence();
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
	public long getToken() {
		return this.claimed.token();
	}

	@Override
	public ClaimedMessage.@Nullable Death getDeath() {
		return this.claimed.death();
	}

	@Override
	public boolean isLeaseLost() {
		boolean lost = this.leaseLost || this.ticker.read() >= this.leaseEnd;
		if (lost) {
			this.seenLost = true;
		}
		return lost;
	}

	@Override
	public Acknowledgment getAcknowledgment() {
		this.lock.lock();
		try {
			Acknowledgment acknowledgment = this.acknowledgment;
			Assert.state(acknowledgment != null, "No handler has begun with the message");
			return acknowledgment;
		}
		finally {
			this.lock.unlock();
		}
	}

	SharedPermit getPermit() {
		return this.permit;
	}

	/**
	 * Note how the handling is seen from outside.
	 * @param handling the handling, which has begun
	 */
	void observed(Handling handling) {
		this.handling = handling;
	}

	Handling getHandling() {
		return this.handling;
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
	 * @param acknowledgment what the handler settles the message with
	 * @return whether it may be handled; not if it was given back
	 */
	boolean begin(Acknowledgment acknowledgment) {
		this.lock.lock();
		try {
			if (this.phase != Phase.CLAIMED) {
				return false;
			}
			this.phase = Phase.HANDLED;
			this.acknowledgment = acknowledgment;
			this.handler = Thread.currentThread();
			this.lateness = this.claimed.lateness().plusNanos(this.ticker.read() - this.claimedAt);
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that the handler itself is called, which interceptors may keep the message
	 * from.
	 */
	void reachHandler() {
		this.handlerReached = true;
	}

	boolean isHandlerReached() {
		return this.handlerReached;
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
	boolean finish() {
		return move(Phase.HANDLED, Phase.FINISHED);
	}

	/**
	 * Let there be no handling.
	 * @return whether no handler had begun; then it is for the caller to settle it
	 */
	boolean giveBack() {
		this.lock.lock();
		try {
			boolean first = move(Phase.CLAIMED, Phase.FINISHED);
			this.decided |= first;
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Decide how it is settled.
	 * @return whether nobody had before; then it is for the caller to do so
	 */
	boolean decide() {
		this.lock.lock();
		try {
			boolean first = !this.decided;
			this.decided = true;
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that whoever decided has nothing more to do.
	 */
	void passOn() {
		this.lock.lock();
		try {
			this.passedOn = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the delivery, if there is nothing left to be done for it.
	 * @return whether it ends now
	 */
	boolean end() {
		this.lock.lock();
		try {
			return this.passedOn && move(Phase.FINISHED, Phase.ENDED);
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean move(Phase from, Phase to) {
		this.lock.lock();
		try {
			boolean moves = this.phase == from;
			this.phase = moves ? to : this.phase;
			return moves;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isDecided() {
		this.lock.lock();
		try {
			return this.decided;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that nothing more comes of the handling: what there was to settle is settled.
	 */
	void over() {
		this.over = true;
	}

	/**
	 * Return whether its handling has begun and something may still come of it.
	 * @return whether it is being handled
	 */
	boolean isHandled() {
		this.lock.lock();
		try {
			// It may have ended already and what settles it be still on its way.
			return this.acknowledgment != null && !this.over;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isFinished() {
		this.lock.lock();
		try {
			return this.phase == Phase.FINISHED;
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

	/**
	 * Note that the thread that handles the message, if one does, is about to be
	 * interrupted.
	 * @return whether that is news
	 */
	boolean noteInterrupt() {
		this.lock.lock();
		try {
			boolean news = this.handler != null && !this.interrupted;
			this.interrupted |= news;
			return news;
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

	private enum Phase {

		CLAIMED, HANDLED, FINISHED, ENDED

	}

}
