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

package io.delayqueue.testapplication;

import java.util.Map;

import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.testredis.RedisServer;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A Boot application with the given components, as a user would have it.
 *
 * @since 0.1.0
 */
public final class TestApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private TestApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Start an application.
	 * @param redis its Redis
	 * @param properties what its {@code application.properties} would hold
	 * @param components its listeners and other components
	 * @return the application, which is to be closed
	 */
	public static TestApplication start(RedisServer redis, Map<String, Object> properties, Class<?>... components) {
		return new TestApplication(new SpringApplicationBuilder(AutoConfigured.class).sources(components)
			.web(WebApplicationType.NONE)
			.properties(Map.of("spring.data.redis.host", redis.host(), "spring.data.redis.port", redis.port(),
					"spring.data.redis.timeout", "5s", "delay-queue.key-prefix", redis.keyPrefix(),
					"spring.main.banner-mode", "off"))
			.properties(properties)
			.run());
	}

	/**
	 * Return what producers inject.
	 * @return the template
	 */
	public DelayQueueTemplate template() {
		return get(DelayQueueTemplate.class);
	}

	/**
	 * Return the operator's view.
	 * @return the view
	 */
	public DelayQueueAdmin admin() {
		return get(DelayQueueAdmin.class);
	}

	/**
	 * Return the only bean of a type.
	 * @param <T> the type
	 * @param type the type
	 * @return the bean
	 */
	public <T> T get(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class AutoConfigured {

	}

}
