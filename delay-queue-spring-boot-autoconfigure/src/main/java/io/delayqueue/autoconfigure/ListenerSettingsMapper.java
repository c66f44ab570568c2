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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

import io.delayqueue.config.ListenerSettingsOverrides;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Turns properties into the settings of listeners and queues, and names the property that
 * has a bad value.
 */
class ListenerSettingsMapper {

	private static final Duration MIN_LEASE = Duration.ofMillis(100);

	private final DelayQueueProperties properties;

	private final String listenerPrefix = "delay-queue.listener.";

	ListenerSettingsMapper(DelayQueueProperties properties) {
		this.properties = properties;
	}

	ListenerSettings settings() {
		ListenerProperties listener = this.properties.getListener();
		checkConcurrency(this.listenerPrefix, listener.getConcurrency());
		checkLease(this.listenerPrefix, listener.getLease());
		check(this.listenerPrefix + "max-poll-interval", listener.getMaxPollInterval(),
				(value) -> value.toMillis() >= 1, "It must be at least 1ms.");
		check(this.listenerPrefix + "shutdown-timeout", listener.getShutdownTimeout(), (value) -> !value.isNegative(),
				"It must not be negative.");
		return new ListenerSettings(listener.getConcurrency(), listener.getLease(), listener.getMaxPollInterval(),
				listener.getShutdownTimeout(),
				retryPolicy(this.listenerPrefix, listener.getRetry(), RetryProperties.withDefaults()));
	}

	Function<String, ListenerSettingsOverrides> overrides() {
		Map<String, ListenerSettingsOverrides> overrides = new LinkedHashMap<>();
		this.properties.getQueues().forEach((queue, properties) -> overrides.put(queue, overrides(queue, properties)));
		return (queue) -> overrides.getOrDefault(queue, ListenerSettingsOverrides.NONE);
	}

	private ListenerSettingsOverrides overrides(String queue, DelayQueueProperties.QueueProperties properties) {
		String prefix = "delay-queue.queues." + queue + ".";
		checkConcurrency(prefix, properties.getConcurrency());
		checkLease(prefix, properties.getLease());
		return new ListenerSettingsOverrides(properties.getConcurrency(), properties.getLease(), null,
				retryPolicy(prefix, properties.getRetry(), this.properties.getListener().getRetry()));
	}

	private static RetryPolicy retryPolicy(String prefix, RetryProperties properties, RetryProperties inherited) {
		RetryProperties merged = RetryProperties.withDefaults();
		for (RetryProperties source : new RetryProperties[] { inherited, properties }) {
			PropertyMapper map = PropertyMapper.get();
			map.from(source::getMaxRetries).to(merged::setMaxRetries);
			map.from(source::getDelay).to(merged::setDelay);
			map.from(source::getMultiplier).to(merged::setMultiplier);
			map.from(source::getMaxDelay).to(merged::setMaxDelay);
			map.from(source::getJitter).to(merged::setJitter);
		}
		return merged.toPolicy(prefix + "retry.");
	}

	private static void checkConcurrency(String prefix, @Nullable Integer concurrency) {
		check(prefix + "concurrency", concurrency, (value) -> value >= 1, "It must be at least 1.");
	}

	private static void checkLease(String prefix, @Nullable Duration lease) {
		check(prefix + "lease", lease, (value) -> value.compareTo(MIN_LEASE) >= 0, "It must be at least 100ms.");
	}

	static <T> void check(String property, @Nullable T value, Predicate<T> legal, String rule) {
		if (value != null && !legal.test(value)) {
			throw new InvalidConfigurationPropertyValueException(property, value, rule);
		}
	}

}
