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

package io.delayqueue.store.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToLongFunction;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message of the model.
 */
class ModelMessage {

	static final Comparator<ModelMessage> EARLIEST_DUE_FIRST = by((message) -> message.dueTime);

	static final Comparator<ModelMessage> EARLIEST_FIRST = by(ModelMessage::time);

	static final Comparator<ModelMessage> MOST_URGENT_FIRST = Comparator
		.<ModelMessage>comparingInt((message) -> message.priority)
		.reversed()
		.thenComparing(EARLIEST_DUE_FIRST);

	final String id;

	private final byte[] idBytes;

	final StoredMessage content;

	MessageState state = MessageState.WAITING;

	long dueTime;

	long lifeStart;

	long leaseEnd;

	long death;

	long token;

	String consumer = "";

	boolean confirmed;

	int deliveries;

	int failures;

	int returns;

	@Nullable DeathCause cause;

	@Nullable Duration timeToLive;

	int priority;

	/**
	 * When its occurrence is due, if it recurs.
	 */
	@Nullable Long occurrence;

	/**
	 * When the next regular one is due, if that occurrence is out of turn.
	 */
	@Nullable Long regular;

	/**
	 * What consumers of dead letters have of it: a message of its own, which waits from
	 * the death on. {@code null} if they are not to have it.
	 */
	@Nullable ModelMessage letter;

	ModelMessage(String id, StoredMessage content, long dueTime) {
		this.id = id;
		this.idBytes = id.getBytes(StandardCharsets.UTF_8);
		this.content = content;
		this.dueTime = dueTime;
		this.lifeStart = dueTime;
	}

	private static Comparator<ModelMessage> by(ToLongFunction<ModelMessage> time) {
		return Comparator.comparingLong(time).thenComparing((message) -> message.idBytes, Arrays::compareUnsigned);
	}

	boolean isHeldBy(String consumer, long token) {
		return this.state == MessageState.IN_FLIGHT && this.consumer.equals(consumer) && this.token == token;
	}

	void lease(String consumer, long token) {
		this.state = MessageState.IN_FLIGHT;
		this.consumer = consumer;
		this.token = token;
		this.confirmed = false;
		this.deliveries++;
	}

	void reschedule(long dueTime) {
		this.dueTime = dueTime;
		this.lifeStart = dueTime;
	}

	void deliverNow(long now) {
		if (this.occurrence != null && this.occurrence > now && this.dueTime >= this.occurrence) {
			this.regular = (this.regular != null) ? this.regular : this.occurrence;
			this.occurrence = now;
		}
		reschedule(now);
	}

	void putBack(long dueTime) {
		this.state = MessageState.WAITING;
		this.dueTime = dueTime;
	}

	void die(long death, DeathCause cause) {
		this.state = MessageState.DEAD;
		this.death = death;
		this.cause = cause;
		this.timeToLive = null;
		this.letter = new ModelMessage(this.id, this.content, death);
		this.letter.death = death;
		this.letter.cause = cause;
	}

	void recur(long next) {
		putBack(next);
		this.occurrence = next;
		this.regular = null;
		this.deliveries = 0;
		this.failures = 0;
		this.returns = 0;
	}

	/**
	 * Return what is dead of it, if its occurrence dies.
	 */
	ModelMessage deadOccurrence(String deadId, long death, DeathCause cause) {
		ModelMessage dead = new ModelMessage(deadId, this.content, this.dueTime);
		dead.deliveries = this.deliveries;
		dead.failures = this.failures + 1;
		dead.returns = this.returns;
		dead.priority = this.priority;
		dead.die(death, cause);
		return dead;
	}

	void replay(ModelTime time) {
		putBack(time.after(Duration.ZERO));
		this.failures = 0;
		this.returns = 0;
		this.cause = null;
		this.letter = null;
	}

	boolean isExpired(ModelTime time) {
		return this.timeToLive != null && time.passed() > lifeEnd(time, this.timeToLive);
	}

	private long lifeEnd(ModelTime time, Duration timeToLive) {
		return time.later(this.lifeStart, timeToLive);
	}

	StoredQueue.@Nullable Expiry expiry(ModelTime time) {
		return (this.timeToLive != null)
				? new StoredQueue.Expiry(lifeEnd(time, this.timeToLive), time.later(0, this.timeToLive)) : null;
	}

	boolean isAfter(Position position) {
		long other = position.time().toEpochMilli();
		return time() > other || (time() == other
				&& Arrays.compareUnsigned(this.idBytes, position.id().getBytes(StandardCharsets.UTF_8)) > 0);
	}

	/**
	 * Return the time that goes with the state.
	 * @return when it is due, when its lease ends, or when it died
	 */
	long time() {
		return switch (this.state) {
			case WAITING -> this.dueTime;
			case IN_FLIGHT -> this.leaseEnd;
			case DEAD -> this.death;
		};
	}

	int deliveriesOver() {
		return (this.state == MessageState.IN_FLIGHT) ? this.deliveries - 1 : this.deliveries;
	}

	ClaimedMessage claimed(ModelTime time) {
		return new ClaimedMessage(this.id, this.token, Instant.ofEpochMilli(this.dueTime), time.since(this.dueTime),
				this.deliveries, this.failures, this.content, null,
				(this.cause != null) ? new ClaimedMessage.Death(Instant.ofEpochMilli(this.death), this.cause) : null,
				(this.occurrence != null) ? Instant.ofEpochMilli(this.occurrence) : null,
				(this.regular != null) ? Instant.ofEpochMilli(this.regular) : null);
	}

	MessageSnapshot snapshot() {
		return new MessageSnapshot(this.id, this.state, Instant.ofEpochMilli(time()), this.deliveries, this.failures,
				this.content, this.cause, this.priority);
	}

}
