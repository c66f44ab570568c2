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

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SimpleMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayQueueAutoConfiguration}.
 */
@Tag("compat")
class DelayQueueAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class,
				BoundQueueAutoConfiguration.class));

	@Test
	void providesTheTemplateOnTheApplicationsRedis() {
		this.contextRunner.run((context) -> {
			assertThat(context).hasSingleBean(RedisDelayQueueStore.class);
			assertThat(context).hasSingleBean(DelayQueueTemplate.class);
			assertThat(context).hasSingleBean(DelayQueueOperations.class);
			assertThat(context).hasSingleBean(DelayQueueAdmin.class);
		});
	}

	@Test
	void keepsMessagesInMemoryWhenToldSo() {
		this.contextRunner.withPropertyValues("delay-queue.store=memory").run((context) -> {
			assertThat(context).hasSingleBean(InMemoryDelayQueueStore.class);
			assertThat(context).hasSingleBean(DelayQueueTemplate.class);
		});
	}

	@Test
	void needsNoRedisForTheMemoryStore() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce"))
			.withPropertyValues("delay-queue.store=memory")
			.run((context) -> assertThat(context).hasSingleBean(DelayQueueTemplate.class));
	}

	@Test
	void backsOffWithoutRedis() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce"))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context).doesNotHaveBean(DelayQueueStore.class);
				assertThat(context).doesNotHaveBean(DelayQueueOperations.class);
			});
	}

	@Test
	void backsOffWithoutJackson() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("tools.jackson"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueOperations.class));
	}

	@Test
	@SpringCitizen("backing off")
	void backsOffWhenRedisIsAmbiguous() {
		this.contextRunner.withUserConfiguration(TwoConnectionFactories.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueStore.class));
	}

	@Test
	void isSwitchedOffByProperty() {
		this.contextRunner.withPropertyValues("delay-queue.enabled=false", "delay-queue.queues.a.concurrency=1")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context).doesNotHaveBean(DelayQueueStore.class);
				assertThat(context).doesNotHaveBean(DelayQueueOperations.class);
				assertThat(context).doesNotHaveBean("delayQueue.a");
				assertThat(context).doesNotHaveBean("delayListenerContainerFactory");
			});
	}

	@Test
	@SpringCitizen("backing off")
	void givesWayToTheApplicationsOwnBeans() {
		this.contextRunner.withUserConfiguration(OwnBeans.class).run((context) -> {
			assertThat(context).hasSingleBean(DelayQueueStore.class).hasBean("ownStore");
			assertThat(context).hasSingleBean(DelayQueueOperations.class).hasBean("ownOperations");
			assertThat(context).hasSingleBean(DelayQueueAdmin.class).hasBean("ownAdmin");
			assertThat(context).getBean("delayQueueMessageConverter").isInstanceOf(SimpleMessageConverter.class);
		});
	}

	@Test
	@KnownFault("rqueue#164")
	@SpringCitizen("converters")
	void usesTheApplicationsJsonMapper() {
		this.contextRunner
			.withPropertyValues("delay-queue.store=memory", "spring.jackson.property-naming-strategy=SNAKE_CASE")
			.run((context) -> {
				PayloadMessageConverter converter = context.getBean(PayloadMessageConverter.class);
				assertThat(converter.toMessage(new Order(42), null).getPayload())
					.isEqualTo("{\"order_id\":42}".getBytes());
			});
	}

	@Test
	void usesAPlainJsonMapperIfThereIsNone() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
			.withPropertyValues("delay-queue.store=memory")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(JsonMapper.class);
				assertThat(context).hasSingleBean(DelayQueueTemplate.class);
			});
	}

	@Test
	void doesNotOfferItsConverterToOthers() {
		this.contextRunner.withPropertyValues("delay-queue.store=memory")
			.withUserConfiguration(WithConverters.class)
			.run((context) -> assertThat(context.getBean(WithConverters.class).converters).isEmpty());
	}

	@Test
	void refusesAnIllegalKeyPrefixByProperty() {
		assertRefused("delay-queue.key-prefix", "a{b}");
	}

	@Test
	void refusesAnIllegalPayloadSizeByProperty() {
		assertRefused("delay-queue.max-payload-size", "0B");
	}

	@Test
	void refusesATimeToLiveOfNothingByProperty() {
		assertRefused("delay-queue.queues.orders.time-to-live", "0ms");
	}

	@Test
	void takesATimeToLiveThatIsTooLongToBeCounted() {
		this.contextRunner
			.withPropertyValues("delay-queue.store=memory",
					"delay-queue.queues.orders.time-to-live=" + Long.MAX_VALUE + "s")
			.run((context) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				String id = template.schedule("orders", "x", Duration.ofDays(1));
				assertThat(template.find("orders", id)).isPresent();
			});
	}

	@Test
	void refusesAnUnknownStoreByPropertyWhateverWouldNeedIt() {
		this.contextRunner.withPropertyValues("delay-queue.store=postgres")
			.withBean(Producer.class)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining("Failed to bind properties under 'delay-queue.store'")
				.rootCause()
				.hasMessageContaining("postgres"));
	}

	@Test
	void takesAnEmptyStoreForNone() {
		this.contextRunner.withPropertyValues("delay-queue.store=")
			.withBean(Producer.class)
			.run((context) -> assertThat(context).hasSingleBean(RedisDelayQueueStore.class));
	}

	private void assertRefused(String property, String value) {
		this.contextRunner.withPropertyValues(property + "=" + value)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(ex) -> assertThat(ex.getName()).isEqualTo(property)));
	}

	record Order(int orderId) {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		DelayQueueStore ownStore() {
			return mock();
		}

		@Bean
		DelayQueueOperations ownOperations() {
			return mock();
		}

		@Bean
		DelayQueueAdmin ownAdmin() {
			return mock();
		}

		@Bean
		MessageConverter delayQueueMessageConverter() {
			return new SimpleMessageConverter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WithConverters {

		private final List<MessageConverter> converters;

		WithConverters(ObjectProvider<MessageConverter> converters) {
			this.converters = converters.stream().toList();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoConnectionFactories {

		@Bean
		RedisConnectionFactory first() {
			return mock();
		}

		@Bean
		RedisConnectionFactory second() {
			return mock();
		}

	}

	record Producer(DelayQueueTemplate template) {
	}

}
