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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.Delivery;
import io.delayqueue.support.DelayHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayListenerAutoConfiguration}.
 */
@Tag("compat")
class DelayListenerAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory");

	@Test
	void deliversToAnnotatedMethods() {
		this.contextRunner.withUserConfiguration(Listening.class).run((context) -> {
			context.getBean(DelayQueueTemplate.class)
				.schedule("greetings", new Greeting("hello"), Duration.ofMillis(1));
			assertThat(context.getBean(Listening.class).next()).isEqualTo(new Greeting("hello"));
		});
	}

	@Test
	@KnownFault("spring-cloud-aws#723")
	@SpringCitizen("lazy initialization")
	void listensWithLazyInitializationToo() {
		this.contextRunner.withUserConfiguration(LazyListening.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				context.getBean(DelayQueueTemplate.class)
					.schedule("greetings", new Greeting("hello"), Duration.ofMillis(1));
				assertThat(LazyListener.RECEIVED.poll(10, TimeUnit.SECONDS)).isEqualTo(new Greeting("hello"));
			});
	}

	@Test
	@SpringCitizen({ "lazy initialization", "is scoped" })
	void listensWithLazyInitializationAlsoBehindProxiesAndInFactories() {
		this.contextRunner.withUserConfiguration(LazyHidden.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context.getBean(DelayListenerEndpointRegistry.class).getIds())
				.containsExactlyInAnyOrder("scopedListener.greet", "listeningFactory.greet"));
	}

	@Test
	@SpringCitizen({ "own context", "is in a parent context" })
	void listensInAChildOfAContextThatListens() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.run((parent) -> this.contextRunner.withParent(parent)
				.withUserConfiguration(LazyListening.class)
				.run((child) -> {
					assertThat(parent.getBean(DelayListenerEndpointRegistry.class).getIds()).hasSize(1);
					assertThat(child.getBean(DelayListenerEndpointRegistry.class).getIds())
						.containsExactly("lazyListener.greet");
				}));
	}

	@Test
	@SpringCitizen("start and pause")
	void startsNothingWhenToldSo() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.withPropertyValues("delay-queue.listener.auto-startup=false")
			.run((context) -> assertThat(context.getBean(DelayListenerEndpointRegistry.class).getContainers())
				.isNotEmpty()
				.allSatisfy((container) -> assertThat(container.isRunning()).isFalse()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay-queue.dead-letter.enabled=false", "delay-queue.dead-letter.max-size=0" })
	void refusesAListenerOfDeadLettersThatAreNotKept(String property) {
		this.contextRunner.withUserConfiguration(Mourning.class)
			.withPropertyValues(property)
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseMessage(
						"The method listens to the dead letters of queue 'orders', but none are kept: with Spring Boot, "
								+ "'delay-queue.dead-letter.enabled' is false or 'delay-queue.dead-letter.max-size' is 0. "
								+ "Change that, or remove the listener")
				.hasStackTraceContaining("Mourning")
				.hasStackTraceContaining("mourn"));
	}

	@Test
	@SpringCitizen("backing off")
	void givesWayToAFactoryOfTheSameName() {
		this.contextRunner.withUserConfiguration(OwnFactory.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayListenerContainerFactory.class)
				.doesNotHaveBean(DefaultDelayListenerContainerFactory.class));
	}

	@Test
	void usesInterceptorsInOrderAndTheErrorHandlerOfItsName() {
		this.contextRunner.withUserConfiguration(Intercepted.class).run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("failing", "x", Duration.ZERO);
			Intercepted intercepted = context.getBean(Intercepted.class);
			await().until(() -> intercepted.seen.size() == 3);
			assertThat(intercepted.seen).containsExactly("first failing", "second failing", "error boom");
		});
	}

	@Test
	void usesNoErrorHandlerOfAnotherName() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.withBean("other", DelayListenerErrorHandler.class, () -> (delivery, failure) -> {
			})
			.run((context) -> assertThat(context.getBean(DefaultDelayListenerContainerFactory.class))
				.extracting("errorHandler")
				.isNull());
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	@SpringCitizen("threads")
	void handlesOnVirtualThreadsWhenBootDoes() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.withPropertyValues("spring.threads.virtual.enabled=true")
			.run((context) -> {
				context.getBean(DelayQueueTemplate.class)
					.schedule("greetings", new Greeting("hello"), Duration.ofMillis(1));
				Listening listening = context.getBean(Listening.class);
				listening.next();
				assertThat(listening.threads).singleElement().asString().contains("VirtualThread");
			});
	}

	@Test
	void failsAtStartForListenersWithoutAStore() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class))
			.withUserConfiguration(Listening.class)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasMessageContaining("delayListenerContainerFactory"));
	}

	record Greeting(String text) {

	}

	@Configuration(proxyBeanMethods = false)
	static class Mourning {

		@DelayListener(queues = "orders", deadLetters = "true")
		void mourn(String order) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		private final BlockingQueue<Greeting> received = new LinkedBlockingQueue<>();

		private final List<Thread> threads = new ArrayList<>();

		@DelayListener("greetings")
		void greet(Greeting greeting) {
			this.threads.add(Thread.currentThread());
			this.received.add(greeting);
		}

		Greeting next() throws InterruptedException {
			return this.received.poll(10, TimeUnit.SECONDS);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Intercepted {

		private final List<String> seen = new CopyOnWriteArrayList<>();

		@DelayListener("failing")
		void fail(String payload) {
			throw new IllegalStateException("boom");
		}

		@Bean
		@Order(2)
		DelayMessageInterceptor second() {
			return noting("second ");
		}

		@Bean
		@Order(1)
		DelayMessageInterceptor first() {
			return noting("first ");
		}

		@Bean
		DelayListenerErrorHandler delayListenerErrorHandler() {
			return (delivery, failure) -> this.seen.add("error " + failure.getMessage());
		}

		private DelayMessageInterceptor noting(String name) {
			return new DelayMessageInterceptor() {
				@Override
				public boolean beforeHandling(Delivery delivery) {
					return Intercepted.this.seen.add(name + MDC.get(DelayHeaders.QUEUE));
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyListening {

		@Bean
		LazyListener lazyListener() {
			return new LazyListener();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyHidden {

		@Bean
		static CustomScopeConfigurer threadScope() {
			CustomScopeConfigurer scopes = new CustomScopeConfigurer();
			scopes.addScope("thread", new SimpleThreadScope());
			return scopes;
		}

		@Bean
		@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
		LazyListener scopedListener() {
			return new LazyListener();
		}

		@Bean
		ListeningFactory listeningFactory() {
			return new ListeningFactory();
		}

	}

	static class ListeningFactory extends LazyListener implements FactoryBean<Greeting> {

		@Override
		public Greeting getObject() {
			return new Greeting("made");
		}

		@Override
		public Class<?> getObjectType() {
			return Greeting.class;
		}

	}

	static class LazyListener {

		static final BlockingQueue<Greeting> RECEIVED = new LinkedBlockingQueue<>();

		@DelayListener("greetings")
		void greet(Greeting greeting) {
			RECEIVED.add(greeting);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean
		DelayListenerContainerFactory<?> delayListenerContainerFactory() {
			return mock();
		}

	}

}
