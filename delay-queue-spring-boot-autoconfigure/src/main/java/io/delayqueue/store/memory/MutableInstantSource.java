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

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.util.Assert;

/**
 * A clock that stands still until it is moved, for tests that don't wait. Safe for use by
 * many threads.
 *
 * @since 0.1.0
 */
public final class MutableInstantSource implements InstantSource {

	private final AtomicReference<Instant> now;

	private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Create a clock.
	 * @param start what it says until it is moved
	 */
	public MutableInstantSource(Instant start) {
		Assert.notNull(start, "'start' must not be null");
		this.now = new AtomicReference<>(start);
	}

	@Override
	public Instant instant() {
		return this.now.get();
	}

	/**
	 * Set the clock, forward or back.
	 * @param instant what it says from now on
	 */
	public void set(Instant instant) {
		Assert.notNull(instant, "'instant' must not be null");
		this.now.set(instant);
		this.listeners.forEach(Runnable::run);
	}

	/**
	 * Let the clock go forward, at most to the end of time.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		Assert.notNull(duration, "'duration' must not be null");
		this.now.updateAndGet((instant) -> later(instant, duration));
		this.listeners.forEach(Runnable::run);
	}

	private static Instant later(Instant instant, Duration duration) {
		try {
			return instant.plus(duration);
		}
		catch (DateTimeException | ArithmeticException ex) {
			return duration.isNegative() ? Instant.MIN : Instant.MAX;
		}
	}

	/**
	 * Call a listener whenever the clock was moved, on the thread that moved it.
	 * @param listener the listener
	 */
	public void addListener(Runnable listener) {
		Assert.notNull(listener, "'listener' must not be null");
		this.listeners.add(listener);
	}

	/**
	 * Call a listener no more.
	 * @param listener the listener
	 */
	public void removeListener(Runnable listener) {
		this.listeners.remove(listener);
	}

}
