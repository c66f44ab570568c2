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

package io.delayqueue.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.SpringCitizen;
import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.config.SimpleDelayListenerEndpoint;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.MessageView;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.listener.RetryPolicies;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link EnableDelayListeners} from the template to the method and back, on the
 * store in memory.
 */
class EnableDelayListenersTests {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
			TestConfiguration.class);

	private final DelayQueueTemplate template = this.context.getBean(DelayQueueTemplate.class);

	private final OrderTimeouts timeouts = this.context.getBean(OrderTimeouts.class);

	@AfterEach
	void close() {
		this.context.close();
	}

	@Test
	@SpringCitizen("configurers")
	void delaysUntilDueAndAcknowledges() throws Exception {
		long start = System.nanoTime();
		String id = this.template.schedule("orders", new Order("42"), Duration.ofMillis(100));
		assertThat(this.timeouts.take()).isEqualTo("42");
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
		await().until(() -> this.template.find("orders", id).isEmpty());
	}

	@Test
	void passesHeaders() throws Exception {
		this.template.schedule(
				DelayMessage.to("greetings").payload("hello").delay(Duration.ZERO).header("timeout", "PT5S").build());
		assertThat(this.timeouts.take()).isEqualTo("hello PT5S");
	}

	@Test
	void retriesAndThenGivesUp() throws Exception {
		String id = this.template.schedule("failing", "p", Duration.ZERO);
		assertThat(this.timeouts.take()).isEqualTo("attempt 1");
		assertThat(this.timeouts.take()).isEqualTo("attempt 2");
		DeathCause cause = awaitDead("failing", id);
		assertThat(cause.reason()).isEqualTo(DeathCause.Reason.FAILED);
		assertThat(cause.exception()).isEqualTo(IllegalArgumentException.class.getName());
		assertThat(cause.message()).isEqualTo("Printer on fire");
	}

	@Test
	@SpringCitizen("what does not fit")
	void sendsWhatDoesNotFitToTheDeadLettersAtOnce() {
		String id = this.template.schedule("orders", List.of(1, 2), Duration.ZERO);
		DeathCause cause = awaitDead("orders", id);
		assertThat(cause.reason()).isEqualTo(DeathCause.Reason.UNDECODABLE);
		assertThat(cause.attempt()).isOne();
		assertThat(this.timeouts.handled).isEmpty();
	}

	@Test
	@SpringCitizen("endpoints")
	void startsListenerThatIsRegisteredLate() throws Exception {
		BlockingQueue<Delivery> handled = new LinkedBlockingQueue<>();
		this.context.getBean(DelayListenerEndpointRegistry.class)
			.register(new SimpleDelayListenerEndpoint("late", "late", (delivery) -> {
				handled.add(delivery);
				return null;
			}), this.context.getBean(DefaultDelayListenerContainerFactory.class));
		this.template.schedule("late", "p", Duration.ZERO);
		assertThat(handled.poll(10, TimeUnit.SECONDS)).isNotNull();
	}

	@Test
	void stopsAndGoesOn() throws Exception {
		this.context.stop();
		this.template.schedule("orders", new Order("42"), Duration.ZERO);
		this.context.start();
		assertThat(this.timeouts.take()).isEqualTo("42");
	}

	@Test
	void namesThreadsAfterTheListener() throws Exception {
		this.template.schedule("threads", "p", Duration.ZERO);
		assertThat(this.timeouts.take()).contains("orderTimeouts.thread");
	}

	private DeathCause awaitDead(String queue, String id) {
		return await().until(() -> this.template.find(queue, id).map(MessageView::deathCause), Optional::isPresent)
			.orElseThrow();
	}

	record Order(String id) {

	}

	static class OrderTimeouts {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@DelayListener("orders")
		void close(Order order) {
			this.handled.add(order.id());
		}

		@DelayListener("greetings")
		void greet(String payload, @Header Duration timeout) {
			this.handled.add(payload + " " + timeout);
		}

		@DelayListener(queues = "failing", maxRetries = "1")
		void fail(Delivery delivery) {
			this.handled.add("attempt " + delivery.getAttempt());
			throw new IllegalArgumentException("Printer on fire");
		}

		@DelayListener("threads")
		void thread(String payload) {
			this.handled.add(Thread.currentThread().getName());
		}

		String take() throws InterruptedException {
			String value = this.handled.poll(10, TimeUnit.SECONDS);
			assertThat(value).isNotNull();
			return value;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelayListeners
	static class TestConfiguration {

		@Bean
		InMemoryDelayQueueStore store() {
			return new InMemoryDelayQueueStore();
		}

		@Bean
		PayloadMessageConverter converter() {
			return new PayloadMessageConverter(JsonMapper.builder().build());
		}

		@Bean
		DelayQueueTemplate template(InMemoryDelayQueueStore store, PayloadMessageConverter converter) {
			return new DelayQueueTemplate(store, converter, DataSize.ofKilobytes(100));
		}

		@Bean
		DefaultDelayListenerContainerFactory delayListenerContainerFactory(InMemoryDelayQueueStore store) {
			return new DefaultDelayListenerContainerFactory(store, new ListenerSettings(2, Duration.ofSeconds(30),
					Duration.ofSeconds(5), Duration.ofSeconds(20),
					RetryPolicies.exponential(5, Duration.ofMillis(1), 2, Duration.ofMillis(5), Duration.ZERO)));
		}

		@Bean
		OrderTimeouts orderTimeouts() {
			return new OrderTimeouts();
		}

	}

}
