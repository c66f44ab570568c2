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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.MessageView;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.Delivery;
import io.delayqueue.store.DeathCause;
import io.delayqueue.support.DelayHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.convert.converter.Converter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.util.MimeTypeUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how a message becomes the call of a method, and what comes of it.
 */
class InvocationTests {

	@Test
	@SpringCitizen("arguments")
	void passesTheArgumentsThatUsersOfSpringMessagingKnow() {
		Listening.runner().withBean(Validator.class, () -> Validator.forInstanceOf(Order.class, (order, errors) -> {
		})).withBean(TakingAll.class).run((context) -> {
			String id = Listening.schedule(context, "orders", new Order("42"));
			TakingAll listener = context.getBean(TakingAll.class);
			Listening.await(() -> assertThat(listener.ids).containsExactly(id, id, id, id, id, "settled"));
		});
	}

	@Test
	@SpringCitizen({ "arguments", "what does not fit" })
	void buriesWhatIsNotValidWithoutARetry() {
		Listening.runner()
			.withBean(Validator.class,
					() -> Validator.forInstanceOf(Order.class, (order, errors) -> errors.reject("never")))
			.withBean(TakingAll.class)
			.run((context) -> {
				String id = Listening.schedule(context, "orders", new Order("42"));
				DelayQueueAdmin admin = context.getBean(DelayQueueAdmin.class);
				Listening.await(() -> assertThat(admin.find("orders", id).map(MessageView::deathCause))
					.hasValueSatisfying((cause) -> {
						assertThat(cause.reason()).isEqualTo(DeathCause.Reason.UNDECODABLE);
						assertThat(cause.attempt()).isOne();
					}));
				assertThat(context.getBean(TakingAll.class).ids).isEmpty();
			});
	}

	@Test
	@SpringCitizen("converters")
	void usesTheApplicationsConverterOnBothSides() {
		Listening.runner()
			.withBean(DelayQueueAutoConfiguration.MESSAGE_CONVERTER, MessageConverter.class, Reversing::new)
			.withBean(TakingText.class)
			.run((context) -> {
				Listening.schedule(context, "orders", "abc");
				TakingText listener = context.getBean(TakingText.class);
				Listening.await(() -> assertThat(listener.received).containsExactly("stored cba", "abc"));
			});
	}

	@Test
	@SpringCitizen("arguments")
	void convertsHeadersAsTheApplicationDoes() {
		Listening.runner().withBean(OrderConverter.class).withBean(TakingHeaders.class).run((context) -> {
			context.getBean(DelayQueueTemplate.class)
				.schedule(DelayMessage.to("orders")
					.payload("text")
					.delay(Duration.ZERO)
					.header("order", "42")
					.header("state", "out-of-stock")
					.header("limit", "5s")
					.build());
			TakingHeaders listener = context.getBean(TakingHeaders.class);
			Listening.await(() -> assertThat(listener.received).containsExactly(new Order("no. 42"), State.OUT_OF_STOCK,
					Duration.ofSeconds(5)));
		});
	}

	@Test
	@SpringCitizen("wrapped once")
	void showsTheCauseToErrorHandlersAndDeadLetters() {
		List<Throwable> failures = new CopyOnWriteArrayList<>();
		Listening.runner()
			.withPropertyValues("delay-queue.listener.retry.max-retries=0")
			.withBean("delayListenerErrorHandler", DelayListenerErrorHandler.class, () -> (delivery, failure) -> {
				failures.add(failure);
				throw failure;
			})
			.withBean(Failing.class)
			.run((context) -> {
				String id = Listening.schedule(context, "orders", "42");
				DelayQueueAdmin admin = context.getBean(DelayQueueAdmin.class);
				Listening.await(() -> assertThat(admin.find("orders", id).map(MessageView::deathCause))
					.hasValueSatisfying((cause) -> {
						assertThat(cause.exception()).isEqualTo(IllegalArgumentException.class.getName());
						assertThat(cause.message()).isEqualTo("Printer on fire");
					}));
				assertThat(failures).singleElement()
					.satisfies((failure) -> assertThat(failure).isExactlyInstanceOf(IllegalArgumentException.class));
			});
	}

	record Order(String id) {

	}

	enum State {

		OUT_OF_STOCK

	}

	static class OrderConverter implements Converter<String, Order> {

		@Override
		public Order convert(String id) {
			return new Order("no. " + id);
		}

	}

	static class TakingHeaders {

		private final List<Object> received = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(String payload, @Header("order") Order order, @Header("state") State state,
				@Header("limit") Duration limit) {
			this.received.addAll(List.of(order, state, limit));
		}

	}

	static class TakingAll {

		private final List<String> ids = new CopyOnWriteArrayList<>();

		@DelayListener(queues = "orders", ackMode = "manual")
		void handle(@Payload @Validated Order order, @Header(DelayHeaders.ID) String id,
				@Header(DelayHeaders.DUE_TIME) Instant dueTime, @Headers Map<String, Object> headers,
				MessageHeaders messageHeaders, Message<Order> message, Delivery delivery,
				Acknowledgment acknowledgment) {
			assertThat(order).isEqualTo(message.getPayload());
			assertThat(dueTime).isEqualTo(delivery.getDueTime());
			this.ids.addAll(List.of(id, String.valueOf(headers.get(DelayHeaders.ID)),
					String.valueOf(messageHeaders.get(DelayHeaders.ID)),
					String.valueOf(message.getHeaders().get(DelayHeaders.ID)), delivery.getId()));
			acknowledgment.acknowledge();
			this.ids.add("settled");
		}

	}

	static class TakingText {

		private final List<String> received = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(String payload, Delivery delivery) {
			this.received.add("stored " + new String(delivery.getMessage().payload(), StandardCharsets.UTF_8));
			this.received.add(payload);
		}

	}

	static class Failing {

		@DelayListener("orders")
		void handle(String payload) {
			throw new IllegalArgumentException("Printer on fire");
		}

	}

	static class Reversing extends AbstractMessageConverter {

		Reversing() {
			super(MimeTypeUtils.TEXT_PLAIN);
			setStrictContentTypeMatch(false);
		}

		@Override
		protected boolean supports(Class<?> type) {
			return type == String.class;
		}

		@Override
		protected Object convertFromInternal(Message<?> message, Class<?> type, @Nullable Object hint) {
			return reverse(new String((byte[]) message.getPayload(), StandardCharsets.UTF_8));
		}

		@Override
		protected Object convertToInternal(Object payload, @Nullable MessageHeaders headers, @Nullable Object hint) {
			return reverse((String) payload).getBytes(StandardCharsets.UTF_8);
		}

		private static String reverse(String text) {
			return new StringBuilder(text).reverse().toString();
		}

	}

}
