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

package io.delayqueue.sample.redis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OnNoRedisNamedCondition}.
 */
class OnNoRedisNamedConditionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(OwnRedis.class);

	@Test
	void matchesIfNothingIsSet() {
		this.contextRunner.run((context) -> assertThat(context).hasSingleBean(OwnRedis.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "timeout=5s", "database=3", "client-name=shop" })
	void matchesIfNoRedisIsNamed(String property) {
		this.contextRunner.withPropertyValues("spring.data.redis." + property)
			.run((context) -> assertThat(context).hasSingleBean(OwnRedis.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "host=localhost", "port=6379", "url=redis://localhost", "cluster.nodes=a:1,b:1",
			"cluster.nodes[0]=a:1", "sentinel.master=shop", "masterreplica.nodes[0]=a:1" })
	void doesNotMatchIfOneIsNamed(String property) {
		this.contextRunner.withPropertyValues("spring.data.redis." + property)
			.run((context) -> assertThat(context).doesNotHaveBean(OwnRedis.class));
	}

	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNoRedisNamedCondition.class)
	static class OwnRedis {

	}

}
