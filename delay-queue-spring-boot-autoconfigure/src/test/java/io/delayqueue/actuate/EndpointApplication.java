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

package io.delayqueue.actuate;

import java.security.Principal;
import java.time.Duration;
import java.util.Map;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.DoNotRetryException;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;

/**
 * A web application with a queue {@code mail} whose messages are dead letters as soon as
 * they are due, and some others that nobody listens to. Whoever gives a name is known.
 */
final class EndpointApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	EndpointApplication(WebApplicationType type, Map<String, Object> properties) {
		this.context = new SpringApplicationBuilder(Configured.class).web(type)
			.properties(Map.of("server.port", 0, "delay-queue.store", "memory", "spring.main.banner-mode", "off",
					"spring.main.register-shutdown-hook", false))
			.properties(properties)
			.run();
	}

	WebClient client() {
		return (this.context instanceof ReactiveWebServerApplicationContext) ? WebClient.of(this.context)
				: WebClient.of(((WebServerApplicationContext) this.context).getWebServer().getPort());
	}

	DelayQueueAdmin admin() {
		return this.context.getBean(DelayQueueAdmin.class);
	}

	DelayQueueTemplate template() {
		return this.context.getBean(DelayQueueTemplate.class);
	}

	void schedule(String queue, String id, Duration delay) {
		template().schedule(DelayMessage.to(queue)
			.payload(Map.of("card", "4111"))
			.header("tenant", "acme")
			.delay(delay)
			.id(id)
			.build());
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class Configured {

		@DelayListener(id = "mailer", queues = "mail")
		void handle(Map<String, String> payload) {
			throw new DoNotRetryException("no such mailbox");
		}

		@Bean
		@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
		Filter principalFilter() {
			return (request, response, chain) -> {
				HttpServletRequest http = (HttpServletRequest) request;
				String name = http.getHeader(WebClient.USER);
				chain.doFilter(new HttpServletRequestWrapper(http) {

					@Override
					public @Nullable Principal getUserPrincipal() {
						return (name != null) ? () -> name : null;
					}

					@Override
					public boolean isUserInRole(String role) {
						return role.equals(name);
					}

				}, response);
			};
		}

		@Bean
		@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
		WebFilter principalWebFilter() {
			return (exchange, chain) -> {
				String name = exchange.getRequest().getHeaders().getFirst(WebClient.USER);
				return chain.filter((name != null)
						? exchange.mutate().principal(Mono.just((Principal) () -> name)).build() : exchange);
			};
		}

	}

}
