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
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.messaging.converter.MessageConverter;

/**
 * Auto-configuration of what producers need: the store, {@link DelayQueueTemplate} and
 * the bound beans of the queues in {@code delay-queue.queues}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration" })
@ConditionalOnClass(JsonMapper.class)
@ConditionalOnBooleanProperty(name = "delay-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DelayQueueProperties.class)
@Import({ Instrumentation.class, DelayQueueStoreConfiguration.Redis.class, DelayQueueStoreConfiguration.Memory.class,
		TemplateTransactionConfiguration.Failures.class, TemplateTransactionConfiguration.AfterCommit.class })
public final class DelayQueueAutoConfiguration {

	/**
	 * The name of the bean that converts payloads, both when they are scheduled and when
	 * they are handed to a listener.
	 */
	public static final String MESSAGE_CONVERTER = "delayQueueMessageConverter";

	/**
	 * The name of the bean, if there is one, that tells when messages were scheduled.
	 */
	public static final String CLOCK = "delayQueueClock";

	// Not a candidate for others: applications and libraries have converters of their
	// own.
	@Bean(name = MESSAGE_CONVERTER, defaultCandidate = false)
	@ConditionalOnMissingBean(name = MESSAGE_CONVERTER)
	PayloadMessageConverter delayQueueMessageConverter(ObjectProvider<JsonMapper> jsonMapper) {
		return new PayloadMessageConverter(jsonMapper.getIfUnique(() -> JsonMapper.builder().build()));
	}

	@Bean
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnMissingBean(DelayQueueOperations.class)
	DelayQueueTemplate delayQueueTemplate(DelayQueueStore store,
			@Qualifier(MESSAGE_CONVERTER) MessageConverter converter, DelayQueueProperties properties,
			ObjectProvider<CommandDeferral> deferral, @Qualifier(CLOCK) ObjectProvider<InstantSource> clock,
			Instrumentation instrumentation, ObjectProvider<DelayQueueTemplateCustomizer> customizers) {
		if (properties.getMaxPayloadSize().toBytes() < 1) {
			throw new InvalidConfigurationPropertyValueException("delay-queue.max-payload-size",
					properties.getMaxPayloadSize(), "It must be at least 1B.");
		}
		DelayQueueTemplate template = new DelayQueueTemplate(store, converter, properties.getMaxPayloadSize(),
				clock.getIfAvailable(InstantSource::system));
		template.setTimeToLive(timesToLive(properties)::get);
		template.setMaxWaiting(maxWaiting(properties)::get);
		template.setDeferral(deferral.getIfAvailable(() -> noDeferral(properties.getTemplate().getTransaction())));
		instrumentation.applyTo(template);
		customizers.orderedStream().forEach((customizer) -> customizer.customize(template));
		return template;
	}

	private static Map<String, Long> maxWaiting(DelayQueueProperties properties) {
		Map<String, Long> maxWaiting = new HashMap<>();
		properties.getQueues().forEach((queue, settings) -> {
			if (settings.getMaxWaiting() < 0) {
				throw new InvalidConfigurationPropertyValueException("delay-queue.queues." + queue + ".max-waiting",
						settings.getMaxWaiting(), "It must not be negative.");
			}
			maxWaiting.put(queue, settings.getMaxWaiting());
		});
		return maxWaiting;
	}

	private static CommandDeferral noDeferral(TemplateProperties.Transaction transaction) {
		if (transaction != TemplateProperties.Transaction.NONE) {
			throw new InvalidConfigurationPropertyValueException(OnTemplateTransactionCondition.PROPERTY, transaction,
					"It needs " + transaction.getNeeds() + ".");
		}
		return (commands) -> false;
	}

	private static Map<String, Duration> timesToLive(DelayQueueProperties properties) {
		Map<String, Duration> timesToLive = new HashMap<>();
		properties.getQueues().forEach((queue, settings) -> {
			Duration timeToLive = settings.getTimeToLive();
			if (timeToLive != null) {
				if (timeToLive.compareTo(Duration.ofMillis(1)) < 0) {
					throw new InvalidConfigurationPropertyValueException(
							"delay-queue.queues." + queue + ".time-to-live", timeToLive, "It must be at least 1ms.");
				}
				timesToLive.put(queue, timeToLive);
			}
		});
		return timesToLive;
	}

	@Bean
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnMissingBean(DelayQueueAdmin.class)
	DefaultDelayQueueAdmin delayQueueAdmin(DelayQueueStore store) {
		return new DefaultDelayQueueAdmin(store);
	}

}
