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

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.redis.RedisDelayQueueStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The stores to choose from.
 */
final class DelayQueueStoreConfiguration {

	private DelayQueueStoreConfiguration() {
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisConnectionFactory.class)
	@ConditionalOnStore(DelayQueueProperties.Store.REDIS)
	@ImportRuntimeHints(RedisStoreRuntimeHints.class)
	static class Redis {

		@Bean
		@Conditional(OnRedisCondition.class)
		@ConditionalOnMissingBean(DelayQueueStore.class)
		RedisDelayQueueStore delayQueueStore(@DelayQueueRedis ObjectProvider<RedisConnectionFactory> marked,
				ObjectProvider<RedisConnectionFactory> connectionFactory, DelayQueueProperties properties) {
			try {
				return new RedisDelayQueueStore(marked.getIfAvailable(connectionFactory::getObject),
						properties.getKeyPrefix());
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException("delay-queue.key-prefix",
						properties.getKeyPrefix(), ex.getMessage());
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnStore(DelayQueueProperties.Store.MEMORY)
	static class Memory {

		@Bean
		@ConditionalOnMissingBean(DelayQueueStore.class)
		InMemoryDelayQueueStore delayQueueStore() {
			return new InMemoryDelayQueueStore();
		}

	}

}
