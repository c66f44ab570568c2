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

package io.delayqueue.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.delayqueue.listener.RetryPolicies;
import io.delayqueue.store.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * How often and after which pauses a failed message is handled again. For a single queue,
 * what is not set comes from the listener's settings.
 *
 * @since 0.1.0
 */
public class RetryProperties {

	/**
	 * Number of times that a failed message is handled again before it goes to the dead
	 * letters.
	 */
	private @Nullable Integer maxRetries;

	/**
	 * Pause before the first retry.
	 */
	private @Nullable Duration delay;

	/**
	 * Factor by which the pause grows from retry to retry.
	 */
	private @Nullable Double multiplier;

	/**
	 * Longest pause.
	 */
	private @Nullable Duration maxDelay;

	/**
	 * Upper limit of the random part that is added to each pause.
	 */
	private @Nullable Duration jitter;

	/**
	 * Exceptions after which a message is not handled again, also as the cause of others.
	 */
	private @Nullable List<Class<? extends Throwable>> notRetryable;

	static RetryProperties withDefaults() {
		RetryProperties properties = new RetryProperties();
		properties.maxRetries = 5;
		properties.delay = Duration.ofSeconds(1);
		properties.multiplier = 2.0;
		properties.maxDelay = Duration.ofMinutes(5);
		properties.jitter = Duration.ofMillis(200);
		properties.notRetryable = List.of();
		return properties;
	}

	RetryProperties orElse(RetryProperties inherited) {
		RetryProperties merged = new RetryProperties();
		merged.maxRetries = (this.maxRetries != null) ? this.maxRetries : inherited.maxRetries;
		merged.delay = (this.delay != null) ? this.delay : inherited.delay;
		merged.multiplier = (this.multiplier != null) ? this.multiplier : inherited.multiplier;
		merged.maxDelay = (this.maxDelay != null) ? this.maxDelay : longest(this.delay, inherited.maxDelay);
		merged.jitter = (this.jitter != null) ? this.jitter : inherited.jitter;
		merged.notRetryable = (this.notRetryable != null) ? this.notRetryable : inherited.notRetryable;
		return merged;
	}

	// A longer first pause alone also lifts the cap, which nobody has set beside it.
	private static @Nullable Duration longest(@Nullable Duration delay, @Nullable Duration maxDelay) {
		return (delay == null || maxDelay == null || delay.compareTo(maxDelay) <= 0) ? maxDelay : delay;
	}

	RetryPolicy toPolicy() {
		return RetryPolicies.exponential(required(this.maxRetries), required(this.delay), required(this.multiplier),
				required(this.maxDelay), required(this.jitter));
	}

	private static <T> T required(@Nullable T value) {
		Assert.state(value != null, "Not all properties of the retries are set");
		return value;
	}

	public @Nullable Integer getMaxRetries() {
		return this.maxRetries;
	}

	public void setMaxRetries(@Nullable Integer maxRetries) {
		this.maxRetries = maxRetries;
	}

	public @Nullable Duration getDelay() {
		return this.delay;
	}

	public void setDelay(@Nullable Duration delay) {
		this.delay = delay;
	}

	public @Nullable Double getMultiplier() {
		return this.multiplier;
	}

	public void setMultiplier(@Nullable Double multiplier) {
		this.multiplier = multiplier;
	}

	public @Nullable Duration getMaxDelay() {
		return this.maxDelay;
	}

	public void setMaxDelay(@Nullable Duration maxDelay) {
		this.maxDelay = maxDelay;
	}

	public @Nullable Duration getJitter() {
		return this.jitter;
	}

	public void setJitter(@Nullable Duration jitter) {
		this.jitter = jitter;
	}

	public @Nullable List<Class<? extends Throwable>> getNotRetryable() {
		return this.notRetryable;
	}

	public void setNotRetryable(@Nullable List<Class<? extends Throwable>> notRetryable) {
		this.notRetryable = notRetryable;
	}

}
