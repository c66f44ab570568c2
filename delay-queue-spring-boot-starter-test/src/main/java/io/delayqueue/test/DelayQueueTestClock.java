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

package io.delayqueue.test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import io.delayqueue.store.memory.MutableInstantSource;

import org.springframework.util.Assert;

/**
 * The clock of a test. It stands still until {@link TestDelayQueue} moves it. Safe for
 * use by many threads.
 *
 * @since 0.1.0
 */
public final class DelayQueueTestClock extends Clock {

	private final MutableInstantSource source;

	private final ZoneId zone;

	/**
	 * Create a clock in UTC.
	 * @param start what it says until it is moved
	 */
	public DelayQueueTestClock(Instant start) {
		this(new MutableInstantSource(start), ZoneOffset.UTC);
	}

	private DelayQueueTestClock(MutableInstantSource source, ZoneId zone) {
		this.source = source;
		this.zone = zone;
	}

	@Override
	public ZoneId getZone() {
		return this.zone;
	}

	/**
	 * Return the same clock in another zone: when one is moved, both are.
	 */
	@Override
	public Clock withZone(ZoneId zone) {
		Assert.notNull(zone, "'zone' must not be null");
		return new DelayQueueTestClock(this.source, zone);
	}

	@Override
	public Instant instant() {
		return this.source.instant();
	}

	void set(Instant instant) {
		this.source.set(instant);
	}

	@Override
	public boolean equals(Object obj) {
		return (obj instanceof DelayQueueTestClock other) && this.source == other.source
				&& this.zone.equals(other.zone);
	}

	@Override
	public int hashCode() {
		return 31 * System.identityHashCode(this.source) + this.zone.hashCode();
	}

	@Override
	public String toString() {
		return "DelayQueueTestClock[" + instant() + ", " + this.zone + "]";
	}

}
