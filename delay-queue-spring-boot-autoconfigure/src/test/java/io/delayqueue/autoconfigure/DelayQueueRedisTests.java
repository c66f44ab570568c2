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

import io.delayqueue.SpringCitizen;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * Which of several Redis is used.
 */
class DelayQueueRedisTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class));

	@Test
	void isTheMarkedOneBesideTheOneThatBootConfigures() {
		this.contextRunner.withUserConfiguration(Beside.class).run((context) -> {
			assertThat(context).hasBean("redisConnectionFactory");
			assertThat(context.getBean(RedisConnectionFactory.class))
				.isSameAs(context.getBean("redisConnectionFactory"));
			assertUses(context, "queueRedis");
		});
	}

	@Test
	@SpringCitizen("backing off")
	void isTheMarkedOneBesideAPrimaryOne() {
		this.contextRunner.withUserConfiguration(PrimaryOther.class, Marked.class)
			.run((context) -> assertUses(context, "queueRedis"));
	}

	@Test
	void isTheMarkedOneOfEqualOnes() {
		this.contextRunner.withUserConfiguration(Other.class, Marked.class)
			.run((context) -> assertUses(context, "queueRedis"));
	}

	@Test
	void isThePrimaryOneIfNoneIsMarked() {
		this.contextRunner.withUserConfiguration(PrimaryOther.class, Other.class)
			.run((context) -> assertUses(context, "primaryOther"));
	}

	@Test
	void mayNotBeMarkedTwice() {
		this.contextRunner.withUserConfiguration(Marked.class, MarkedToo.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("queueRedis,anotherRedis"));
	}

	private static void assertUses(AssertableApplicationContext context, String bean) {
		assertThat(context).hasSingleBean(DelayQueueTemplate.class);
		RedisConnectionFactory factory = context.getBean(bean, RedisConnectionFactory.class);
		given(factory.getConnection()).willThrow(new RedisConnectionFailureException("not there"));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> context.getBean(DelayQueueAdmin.class).queues());
		then(factory).should().getConnection();
	}

	@Configuration(proxyBeanMethods = false)
	static class Beside {

		@Bean(defaultCandidate = false)
		@DelayQueueRedis
		RedisConnectionFactory queueRedis() {
			return mock();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Marked {

		@Bean
		@DelayQueueRedis
		RedisConnectionFactory queueRedis() {
			return mock();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedToo {

		@Bean
		@DelayQueueRedis
		RedisConnectionFactory anotherRedis() {
			return mock();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Other {

		@Bean
		RedisConnectionFactory other() {
			return mock();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryOther {

		@Bean
		@Primary
		RedisConnectionFactory primaryOther() {
			return mock();
		}

	}

}
