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

package io.delayqueue.citizen;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.autoconfigure.RetryProperties;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.event.ListenerStartedEvent;
import io.delayqueue.event.ListenerStoppedEvent;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.listener.DoNotRetryException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerGracefulShutdownLifecycle;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextStoppedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

/**
 * Tests for how containers live in an application.
 */
class RegistryAndLifecycleTests {

	@Test
	@SpringCitizen({ "endpoints", "phase" })
	void registryAloneStartsAndStopsContainers() {
		Listening.runner().withBean("bean", Recording.class).run((context) -> {
			assertThat(context).doesNotHaveBean(DelayListenerContainer.class);
			assertThat(context.getBeansOfType(Lifecycle.class).values())
				.filteredOn(
						(it) -> it instanceof Phased phased && phased.getPhase() == DelayListenerEndpointRegistry.PHASE)
				.singleElement()
				.isInstanceOf(DelayListenerEndpointRegistry.class);
		});
	}

	@Test
	@SpringCitizen("phase")
	void stopsBeforeWebServerExecutorsAndConnections() {
		assertThat(new DelayListenerEndpointRegistry().getPhase()).isEqualTo(Integer.MAX_VALUE - 100)
			.isGreaterThan(new WebServerGracefulShutdownLifecycle(mock()).getPhase())
			.isGreaterThan(ExecutorConfigurationSupport.DEFAULT_PHASE)
			.isGreaterThan(new LettuceConnectionFactory().getPhase())
			.isGreaterThan(new JedisConnectionFactory().getPhase());
	}

	@Test
	@SpringCitizen("stop callback")
	void stopTimesOutBeforeTheContextGivesUpWaiting() {
		Listening.runner()
			.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(DelayQueueProperties.class).getListener().getShutdownTimeout())
				.isLessThan(Duration.ofMillis((Long) ReflectionTestUtils.getField(context.getBean("lifecycleProcessor"),
						"timeoutPerShutdownPhase"))));
	}

	@Test
	@SpringCitizen("stop callback")
	void goesOnInAContextThatWasPausedBetweenTests() {
		Listening.runner().withBean("bean", Recording.class).run((context) -> {
			ConfigurableApplicationContext source = context.getSourceApplicationContext();
			Recording bean = context.getBean(Recording.class);
			source.pause();
			Listening.schedule(context, "orders", "42");
			assertThat(context.getBean(DelayListenerEndpointRegistry.class).getContainers())
				.noneMatch(DelayListenerContainer::isRunning);
			assertThat(bean.threads).isEmpty();
			source.restart();
			Listening.await(() -> assertThat(bean.threads).hasSize(1));
		});
	}

	@Test
	@SpringCitizen("threads")
	void usesThreadsOfItsOwnAndNeverThoseOfTheApplication() {
		TaskScheduler scheduler = mock();
		AsyncTaskExecutor executor = mock();
		Listening.runner()
			.withBean("taskScheduler", TaskScheduler.class, () -> scheduler)
			.withBean("applicationTaskExecutor", AsyncTaskExecutor.class, () -> executor)
			.withBean("bean", Recording.class)
			.run((context) -> {
				Listening.schedule(context, "orders", "42");
				Recording bean = context.getBean(Recording.class);
				Listening.await(() -> assertThat(bean.threads).singleElement().asString().contains("bean.handle"));
			});
		verifyNoInteractions(scheduler, executor);
	}

	@Test
	@SpringCitizen("events")
	void publishesWhatBecomesOfListenersAndMessages() {
		List<Object> events = new CopyOnWriteArrayList<>();
		Listening.runner()
			.withBean(Watching.class, () -> new Watching(events))
			.withBean("bean", Recording.class)
			.run((context) -> {
				Listening.await(() -> assertThat(events)
					.containsExactly(new ListenerStartedEvent("bean.handle", Set.of("orders"))));
				String id = Listening.schedule(context, "orders", "bad");
				Listening.await(() -> assertThat(events).contains(new MessageDeadLetteredEvent("bean.handle", "orders",
						id, "FAILED", DoNotRetryException.class.getName())));
			});
		Listening.await(
				() -> assertThat(events).last().isEqualTo(new ListenerStoppedEvent("bean.handle", Set.of("orders"))));
	}

	@Test
	@SpringCitizen("errors and retries")
	void namesRetriesAsSpringDoes() {
		Set<String> spring = Arrays.stream(Retryable.class.getDeclaredMethods())
			.map(Method::getName)
			.collect(Collectors.toSet());
		assertThat(BeanUtils.getPropertyDescriptors(RetryProperties.class)).extracting(PropertyDescriptor::getName)
			.contains("maxRetries", "delay", "multiplier", "maxDelay", "jitter")
			.filteredOn((name) -> !List.of("class", "notRetryable").contains(name))
			.isSubsetOf(spring);
	}

	@Test
	@SpringCitizen("own context")
	void takesNoNoticeOfWhatHappensToOtherContexts() {
		assertThat(new DelayListenerEndpointRegistry()).isNotInstanceOf(ApplicationListener.class);
		Listening.runner().withBean("bean", Recording.class).run((context) -> {
			try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
				child.setParent(context);
				child.refresh();
				child.stop();
				context.publishEvent(new ContextStoppedEvent(child));
				context.publishEvent(new ContextClosedEvent(child));
			}
			assertThat(context.getBean(DelayListenerEndpointRegistry.class).getContainers()).isNotEmpty()
				.allMatch(DelayListenerContainer::isRunning);
		});
	}

	static class Recording {

		private final List<String> threads = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(String payload) {
			if (payload.equals("bad")) {
				throw new DoNotRetryException("It is bad");
			}
			this.threads.add(Thread.currentThread().getName());
		}

	}

	record Watching(List<Object> events) {

		@EventListener({ ListenerStartedEvent.class, ListenerStoppedEvent.class, MessageDeadLetteredEvent.class })
		void note(Object event) {
			this.events.add(event);
		}

	}

}
