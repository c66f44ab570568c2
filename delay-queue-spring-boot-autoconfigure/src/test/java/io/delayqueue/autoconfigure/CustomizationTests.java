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
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.QueueFullException;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerContainerCustomizer;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.Delivery;
import io.delayqueue.store.DelayQueueStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the ways to change what is auto-configured, from properties to beans of the
 * application's own.
 */
@Tag("compat")
@SpringCitizen("ladder")
class CustomizationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory");

	@Test
	void customizersChangeTheFactoryInTheirOrderAfterTheProperties() {
		this.contextRunner.withUserConfiguration(FactoryCustomizers.class, Listeners.class)
			.withPropertyValues("delay-queue.listener.auto-startup=true")
			.run((context) -> {
				FactoryCustomizers customizers = context.getBean(FactoryCustomizers.class);
				assertThat(customizers.called).containsExactly("first", "second");
				assertThat(container(context.getBean(DelayListenerEndpointRegistry.class), "plain").isRunning())
					.isFalse();
			});
	}

	@Test
	void customizersChangeTheContainersThatTheyMean() {
		this.contextRunner.withUserConfiguration(ContainerCustomizers.class, Listeners.class).run((context) -> {
			DelayListenerEndpointRegistry registry = context.getBean(DelayListenerEndpointRegistry.class);
			assertThat(container(registry, "plain").isRunning()).isFalse();
			assertThat(container(registry, "slow").isRunning()).isTrue();
			assertThat(context.getBean(ContainerCustomizers.class).called).containsExactlyInAnyOrder("plain", "slow");
		});
	}

	@Test
	void customizersChangeTheTemplateAfterTheProperties() {
		this.contextRunner
			.withBean(DelayQueueTemplateCustomizer.class, () -> (template) -> template.setMaxWaiting((queue) -> 1L))
			.withPropertyValues("delay-queue.queues.orders.max-waiting=2")
			.run((context) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				template.schedule("orders", "42", Duration.ofDays(1));
				assertThatExceptionOfType(QueueFullException.class)
					.isThrownBy(() -> template.schedule("orders", "43", Duration.ofDays(1)));
			});
	}

	@Test
	void configurerSetsUpASecondFactoryLikeTheFirst() {
		this.contextRunner.withUserConfiguration(SecondFactory.class, Listeners.class)
			.withPropertyValues("delay-queue.listener.concurrency=7", "delay-queue.listener.auto-startup=false",
					"slow=slowFactory")
			.run((context) -> {
				SecondFactory second = context.getBean(SecondFactory.class);
				assertThat(second.customized).containsExactlyInAnyOrder(
						context.getBean("delayListenerContainerFactory", DefaultDelayListenerContainerFactory.class),
						context.getBean("slowFactory", DefaultDelayListenerContainerFactory.class));
				assertThat(context.getBean(DelayListenerContainerFactoryConfigurer.class).getSettings().concurrency())
					.isEqualTo(7);
				DelayListenerEndpointRegistry registry = context.getBean(DelayListenerEndpointRegistry.class);
				assertThat(container(registry, "plain").isRunning()).isFalse();
				assertThat(container(registry, "slow").isRunning()).isTrue();
				context.getBean(DelayQueueTemplate.class).schedule("slow", "42", Duration.ZERO);
				await().untilAsserted(() -> assertThat(second.intercepted).containsExactly("slow"));
			});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void configurerHasVirtualThreadsWhereBootHas() {
		this.contextRunner.withPropertyValues("spring.threads.virtual.enabled=true").run((context) -> {
			DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(
					context.getBean(DelayQueueStore.class),
					context.getBean(DelayListenerContainerFactoryConfigurer.class).getSettings());
			context.getBean(DelayListenerContainerFactoryConfigurer.class).configure(factory);
			assertThat(factory).extracting("virtualThreads").isEqualTo(true);
		});
	}

	@Test
	void configurerIsNotThereWithoutAStore() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DelayListenerAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DelayListenerContainerFactoryConfigurer.class));
	}

	private static DelayListenerContainer container(DelayListenerEndpointRegistry registry, String id) {
		return registry.findContainer(id).orElseThrow();
	}

	static class Listeners {

		@DelayListener(id = "plain", queues = "plain")
		void plain(String payload) {
		}

		@DelayListener(id = "slow", queues = "slow", containerFactory = "${slow:}")
		void slow(String payload) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryCustomizers {

		private final List<String> called = new CopyOnWriteArrayList<>();

		@Bean
		@Order(2)
		DelayListenerContainerFactoryCustomizer second() {
			return (factory) -> this.called.add("second");
		}

		@Bean
		@Order(1)
		DelayListenerContainerFactoryCustomizer first() {
			return (factory) -> {
				this.called.add("first");
				factory.setAutoStartup(false);
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ContainerCustomizers {

		private final List<String> called = new CopyOnWriteArrayList<>();

		@Bean
		DelayListenerContainerCustomizer customizer() {
			return (container) -> {
				this.called.add(container.getId());
				container.setAutoStartup(!container.getQueues().contains("plain"));
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondFactory {

		private final List<DefaultDelayListenerContainerFactory> customized = new CopyOnWriteArrayList<>();

		private final List<String> intercepted = new CopyOnWriteArrayList<>();

		@Bean
		DefaultDelayListenerContainerFactory slowFactory(DelayQueueStore store,
				DelayListenerContainerFactoryConfigurer configurer) {
			DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(store,
					configurer.getSettings());
			configurer.configure(factory);
			factory.setAutoStartup(true);
			return factory;
		}

		@Bean
		DelayListenerContainerFactoryCustomizer noting() {
			return this.customized::add;
		}

		@Bean
		DelayMessageInterceptor interceptor() {
			return new DelayMessageInterceptor() {
				@Override
				public boolean beforeHandling(Delivery delivery) {
					return SecondFactory.this.intercepted.add(delivery.getQueue());
				}
			};
		}

	}

}
