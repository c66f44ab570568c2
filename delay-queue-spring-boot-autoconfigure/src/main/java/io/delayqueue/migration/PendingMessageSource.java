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

package io.delayqueue.migration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;

/**
 * Another queue's pending messages: the members of a sorted set whose scores say when
 * each is due.
 *
 * @since 0.1.0
 */
public final class PendingMessageSource {

	private static final double NANOS_PER_SECOND = 1_000_000_000;

	private static final double MILLIS_PER_SECOND = 1_000;

	private static final int MANY = 100;

	/**
	 * What Redis Cluster takes for a hash tag: the first opening brace decides.
	 */
	private static final Pattern HASH_TAG = Pattern.compile("^[^{]*\\{[^}]+}");

	private static final String LOCK_SUFFIX = ":import";

	private final RedisConnectionFactory connectionFactory;

	private final String key;

	private final @Nullable String list;

	private final MemberFormat format;

	private final double unitsPerSecond;

	private PendingMessageSource(RedisConnectionFactory connectionFactory, String key, @Nullable String list,
			MemberFormat format, double unitsPerSecond) {
		this.connectionFactory = connectionFactory;
		this.key = key;
		this.list = list;
		this.format = format;
		this.unitsPerSecond = unitsPerSecond;
	}

	/**
	 * Name a sorted set whose members are messages, or what messages are found by, and
	 * whose scores are milliseconds since 1970.
	 * @param connectionFactory where it is
	 * @param key its key
	 * @return the source
	 */
	public static PendingMessageSource zSet(RedisConnectionFactory connectionFactory, String key) {
		Assert.notNull(connectionFactory, "'connectionFactory' must not be null");
		Assert.hasLength(key, "'key' must not be empty");
		return new PendingMessageSource(connectionFactory, key, null, MemberFormat.PLAIN, MILLIS_PER_SECOND);
	}

	/**
	 * Name an {@code RDelayedQueue} of Redisson. The body of a message is what Redisson's
	 * codec made of it.
	 * @param connectionFactory where it is
	 * @param queue the name of the queue that messages are moved to when they are due
	 * @return the source
	 */
	public static PendingMessageSource redisson(RedisConnectionFactory connectionFactory, String queue) {
		Assert.notNull(connectionFactory, "'connectionFactory' must not be null");
		Assert.hasLength(queue, "'queue' must not be empty");
		String name = queue.contains("{") ? queue : "{" + queue + "}";
		return new PendingMessageSource(connectionFactory, "redisson_delay_queue_timeout:" + name,
				"redisson_delay_queue:" + name, MemberFormat.REDISSON, MILLIS_PER_SECOND);
	}

	/**
	 * Say what the scores count.
	 * @param unit what has passed since 1970, {@link ChronoUnit#SECONDS} for example;
	 * days at most
	 * @return a source of the same messages
	 */
	public PendingMessageSource scoresIn(ChronoUnit unit) {
		Assert.notNull(unit, "'unit' must not be null");
		Assert.isTrue(!unit.isDurationEstimated() || unit == ChronoUnit.DAYS,
				() -> "'unit' must be of one length, not " + unit);
		return new PendingMessageSource(this.connectionFactory, this.key, this.list, this.format,
				1 / seconds(unit.getDuration()));
	}

	/**
	 * Describe the source by its key.
	 */
	@Override
	public String toString() {
		return "'" + this.key + "'";
	}

	SourceScripts scripts() {
		List<String> keys = new ArrayList<>(List.of(this.key, lockKey(this.key)));
		if (this.list != null) {
			keys.add(this.list);
		}
		return new SourceScripts(this.connectionFactory, keys, hasRoomForLock(this.key));
	}

	static double seconds(Duration duration) {
		return duration.getSeconds() + duration.getNano() / NANOS_PER_SECOND;
	}

	// In the same slot of a cluster as the key, if there is room for it.
	static String lockKey(String key) {
		return (hasHashTag(key) ? key : "{" + key + "}") + LOCK_SUFFIX;
	}

	/**
	 * Tell whether a lock can be in the slot of a key. With a closing brace, but without
	 * a hash tag, nothing else is there.
	 * @param key the key
	 * @return whether it can
	 */
	static boolean hasRoomForLock(String key) {
		return hasHashTag(key) || !key.contains("}");
	}

	private static boolean hasHashTag(String key) {
		return HASH_TAG.matcher(key).find();
	}

	double unitsPerSecond() {
		return this.unitsPerSecond;
	}

	/**
	 * Return how many members may be removed at a time without holding up Redis.
	 * @return the number
	 */
	int removedAtATime() {
		return (this.list != null) ? 1 : MANY;
	}

	PendingMessage open(PendingMember member) {
		return new PendingMessage(PendingMessageIds.of(this.key, member), this.format.body(member.bytes()),
				dueTimeOf(member));
	}

	// Rounded up, as due times are. What is out of range is due at its end.
	private Instant dueTimeOf(PendingMember member) {
		return Instant.ofEpochMilli((long) Math.ceil(member.scoreValue() / this.unitsPerSecond * MILLIS_PER_SECOND));
	}

}
