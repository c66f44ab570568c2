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
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.delayqueue.config.ListenerSettingsOverrides;
import io.delayqueue.listener.HandlingSettings;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.support.InvalidSettingException;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Turns properties into the settings of listeners and queues, and names the property that
 * has a bad value.
 */
class ListenerSettingsMapper {

	private static final String LISTENER = "delay-queue.listener.";

	private final DelayQueueProperties properties;

	ListenerSettingsMapper(DelayQueueProperties properties) {
		this.properties = properties;
	}

	ListenerSettings settings() {
		ListenerProperties listener = this.properties.getListener();
		RetryPolicy retryPolicy = naming(LISTENER + "retry.", () -> retries().toPolicy());
		DeadLetterProperties dead = this.properties.getDeadLetter();
		DeadLetterPolicy deadLetters = naming("delay-queue.dead-letter.", () -> new DeadLetterPolicy(dead.isEnabled(),
				dead.isEnabled() && dead.isKeepExpired(), dead.getMaxAge(), dead.getMaxSize()));
		HandlingSettings handling = naming(LISTENER + "retry.", () -> new HandlingSettings(listener.getAckMode(),
				notRetryable(retries()), listener.isInterruptOnLeaseLost()));
		return naming(LISTENER,
				() -> new ListenerSettings(listener.getConcurrency(), listener.getLease(),
						listener.getMaxPollInterval(), listener.getShutdownTimeout(), retryPolicy, deadLetters,
						Duration.ZERO, QueueLimits.NONE, handling));
	}

	private RetryProperties retries() {
		return this.properties.getListener().getRetry().orElse(RetryProperties.withDefaults());
	}

	private static List<Class<? extends Throwable>> notRetryable(RetryProperties retries) {
		List<Class<? extends Throwable>> notRetryable = retries.getNotRetryable();
		return (notRetryable != null) ? notRetryable : List.of();
	}

	Function<String, ListenerSettingsOverrides> overrides() {
		ListenerSettings settings = settings();
		Map<String, ListenerSettingsOverrides> overrides = new LinkedHashMap<>();
		this.properties.getQueues()
			.forEach((queue, properties) -> overrides.put(queue, overrides(queue, properties, settings)));
		return (queue) -> overrides.getOrDefault(queue, ListenerSettingsOverrides.NONE);
	}

	private ListenerSettingsOverrides overrides(String queue, DelayQueueProperties.QueueProperties properties,
			ListenerSettings settings) {
		String prefix = "delay-queue.queues." + queue + ".";
		RetryProperties retries = properties.getRetry().orElse(retries());
		RetryPolicy retryPolicy = naming(prefix + "retry.", retries::toPolicy);
		List<Class<? extends Throwable>> notRetryable = naming(prefix + "retry.",
				() -> HandlingSettings.checkNotRetryable(notRetryable(retries)));
		ListenerSettingsOverrides overrides = new ListenerSettingsOverrides(properties.getConcurrency(),
				properties.getLease(), null, retryPolicy, properties.getDeduplicationWindow(), properties.getAckMode(),
				notRetryable, properties.getInterruptOnLeaseLost(), naming(prefix, properties::limits));
		naming(prefix, () -> overrides.applyTo(settings));
		return overrides;
	}

	static <T> T naming(String prefix, Supplier<T> supplier) {
		try {
			return supplier.get();
		}
		catch (InvalidSettingException ex) {
			throw new InvalidConfigurationPropertyValueException(
					prefix + DataObjectPropertyName.toDashedForm(ex.getSetting()), ex.getValue(),
					"It " + ex.getRule() + ".");
		}
	}

}
