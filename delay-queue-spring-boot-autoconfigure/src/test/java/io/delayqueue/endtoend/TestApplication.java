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

package io.delayqueue.endtoend;

import java.util.Map;

import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.testredis.RedisServer;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A Boot application with the given listeners, as a user would have it.
 */
final class TestApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private TestApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static TestApplication start(RedisServer redis, Map<String, Object> properties, Class<?>... components) {
		return new TestApplication(new SpringApplicationBuilder(AutoConfigured.class).sources(components)
			.web(WebApplicationType.NONE)
			.properties(Map.of("spring.data.redis.host", redis.host(), "spring.data.redis.port", redis.port(),
					"spring.data.redis.timeout", "5s", "delay-queue.key-prefix", redis.keyPrefix(),
					"spring.main.banner-mode", "off"))
			.properties(properties)
			.run());
	}

	DelayQueueTemplate template() {
		return get(DelayQueueTemplate.class);
	}

	DelayQueueAdmin admin() {
		return get(DelayQueueAdmin.class);
	}

	<T> T get(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class AutoConfigured {

	}

}
