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

package io.delayqueue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayQueueTemplate} on the store in memory.
 */
class DelayQueueTemplateTests {

	private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.006Z");

	private final MutableInstantSource clock = new MutableInstantSource(NOW);

	private final FailingStore store = new FailingStore(new InMemoryDelayQueueStore(this.clock));

	private final DelayQueueTemplate template = template(new PayloadMessageConverter(JsonMapper.builder().build()));

	@Test
	void schedulesAfterADelay() {
		String id = this.template.schedule("orders", "hello", Duration.ofMinutes(30));
		assertThat(this.template.find("orders", id)).hasValueSatisfying((view) -> {
			assertThat(view.queue()).isEqualTo("orders");
			assertThat(view.id()).isEqualTo(id);
			assertThat(view.state()).isEqualTo(MessageState.WAITING);
			assertThat(view.time()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
			assertThat(view.scheduledTime()).isEqualTo(NOW);
			assertThat(view.deliveries()).isZero();
			assertThat(view.deathCause()).isNull();
		});
	}

	@Test
	void schedulesAtAnInstant() {
		String id = this.template.schedule("orders", "hello", NOW.plusSeconds(7));
		assertThat(this.template.find("orders", id).orElseThrow().time()).isEqualTo(NOW.plusSeconds(7));
	}

	@Test
	@KnownFault("rqueue overflow")
	void takesThePastForNow() {
		String id = this.template.schedule("orders", "hello", NOW.minusSeconds(7));
		assertThat(this.template.find("orders", id).orElseThrow().time()).isEqualTo(NOW);
	}

	@Test
	@KnownFault("rqueue overflow")
	void takesDelaysAndInstantsOfAnyLength() {
		Instant end = Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI);
		String afterMillis = this.template.schedule("orders", "a", Duration.ofMillis(Long.MAX_VALUE));
		String afterSeconds = this.template.schedule("orders", "b", Duration.ofSeconds(Long.MAX_VALUE));
		String at = this.template.schedule("orders", "c", Instant.MAX);
		for (String id : List.of(afterMillis, afterSeconds, at)) {
			assertThat(this.template.find("orders", id).orElseThrow().time()).isEqualTo(end);
		}
		assertThat(this.store.count("orders").due()).isZero();
	}

	@Test
	void generatesIdsInOrder() {
		List<String> ids = IntStream.range(0, 100)
			.mapToObj((i) -> this.template.schedule("orders", i, Duration.ofSeconds(1)))
			.toList();
		assertThat(ids).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void keepsPayloadHeadersAndBusinessId() {
		ScheduleResult result = this.template
			.schedule(message("order-1").header("tenant", "eü").header("empty", "").build());
		assertThat(result)
			.isEqualTo(new ScheduleResult("orders", "order-1", NOW.plusSeconds(1), ScheduleResult.Outcome.SCHEDULED));
		StoredMessage stored = this.store.find("orders", "order-1").orElseThrow().message();
		assertThat(stored).isNotNull();
		assertThat(new String(stored.payload())).isEqualTo("payload of order-1");
		assertThat(stored.contentType()).isEqualTo("text/plain");
		assertThat(stored.headers()).containsEntry("tenant", "eü").containsEntry("empty", "").hasSize(2);
		assertThat(this.template.find("orders", "order-1").orElseThrow().headers()).isEqualTo(stored.headers());
	}

	@Test
	void doesNotSeeLaterChangesOfTheBytes() {
		byte[] payload = { 1, 2, 3 };
		String id = this.template.schedule("orders", payload, Duration.ZERO);
		payload[0] = 9;
		assertThat(this.store.find("orders", id).orElseThrow().message().payload()).containsExactly(1, 2, 3);
	}

	@Test
	@KnownFault("rqueue#27")
	void rejectsADuplicateEvenOfEqualContent() {
		DelayMessage<String> message = message("order-1").build();
		this.template.schedule(message);
		assertThatExceptionOfType(DuplicateMessageException.class).isThrownBy(() -> this.template.schedule(message))
			.satisfies((ex) -> {
				assertThat(ex.getQueue()).isEqualTo("orders");
				assertThat(ex.getId()).isEqualTo("order-1");
				assertThat(ex.getState()).isEqualTo(MessageState.WAITING);
			});
	}

	@Test
	void replacesADuplicate() {
		this.template.schedule(message("order-1").build());
		ScheduleResult result = this.template.schedule(DelayMessage.to("orders")
			.payload("new")
			.delay(Duration.ofSeconds(9))
			.id("order-1")
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build());
		assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.REPLACED);
		assertThat(result.dueTime()).isEqualTo(NOW.plusSeconds(9));
	}

	@Test
	void keepsADuplicate() {
		this.template.schedule(message("order-1").build());
		ScheduleResult result = this.template.schedule(DelayMessage.to("orders")
			.payload("new")
			.delay(Duration.ofSeconds(9))
			.id("order-1")
			.onDuplicate(DuplicatePolicy.KEEP)
			.build());
		assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.KEPT);
		assertThat(result.dueTime()).isEqualTo(NOW.plusSeconds(1));
	}

	@Test
	void cancelsWaitingMessages() {
		this.template.schedule(message("order-1").build());
		assertThat(this.template.cancel("orders", "order-1")).isEqualTo(CancelResult.CANCELLED);
		assertThat(this.template.cancel("orders", "order-1")).isEqualTo(CancelResult.NOT_FOUND);
		assertThat(this.template.find("orders", "order-1")).isEmpty();
	}

	@Test
	void reschedulesWaitingMessages() {
		this.template.schedule(message("order-1").build());
		assertThat(this.template.reschedule("orders", "order-1", Duration.ofHours(1)))
			.isEqualTo(RescheduleResult.RESCHEDULED);
		assertThat(this.template.find("orders", "order-1").orElseThrow().time()).isEqualTo(NOW.plusSeconds(3600));
		assertThat(this.template.reschedule("orders", "order-1", NOW.plusSeconds(60)))
			.isEqualTo(RescheduleResult.RESCHEDULED);
		assertThat(this.template.find("orders", "order-1").orElseThrow().time()).isEqualTo(NOW.plusSeconds(60));
	}

	@Test
	void saysWhyAMessageIsNotRescheduled() {
		assertThat(this.template.reschedule("orders", "order-1", Duration.ZERO)).isEqualTo(RescheduleResult.NOT_FOUND);
		this.template.schedule(message("order-1").build());
		ClaimedMessage claimed = claim();
		assertThat(this.template.reschedule("orders", "order-1", Duration.ZERO)).isEqualTo(RescheduleResult.IN_FLIGHT);
		DeathCause cause = new DeathCause(DeathCause.Reason.FAILED, 1, "E", "m", null);
		this.store.settle(call(), List.of(new Settlement.DeadLetter("order-1", claimed.token(), cause)));
		assertThat(this.template.reschedule("orders", "order-1", Duration.ZERO)).isEqualTo(RescheduleResult.NOT_FOUND);
	}

	@Test
	void saysThatACancelledMessageIsInFlight() {
		this.template.schedule(message("order-1").build());
		claim();
		assertThat(this.template.cancel("orders", "order-1")).isEqualTo(CancelResult.IN_FLIGHT);
	}

	@Test
	void cancelsDeadMessages() {
		this.template.schedule(message("order-1").build());
		DeathCause cause = new DeathCause(DeathCause.Reason.FAILED, 1, "E", "m", null);
		this.store.settle(call(), List.of(new Settlement.DeadLetter("order-1", claim().token(), cause)));
		assertThat(this.template.find("orders", "order-1").orElseThrow().deathCause()).isEqualTo(cause);
		assertThat(this.template.cancel("orders", "order-1")).isEqualTo(CancelResult.CANCELLED);
	}

	@Test
	@KnownFault("rqueue null")
	void tellsTheIdWhenNoReplyCame() {
		this.store.loseNextReply();
		assertThatExceptionOfType(UncertainScheduleException.class)
			.isThrownBy(() -> this.template.schedule("orders", "hello", Duration.ZERO))
			.satisfies((ex) -> {
				assertThat(ex.getQueue()).isEqualTo("orders");
				assertThat(this.template.find("orders", ex.getId())).isPresent();
			});
	}

	@Test
	@KnownFault("rqueue null")
	void passesOnThatNothingWasWritten() {
		this.store.failNextCall();
		assertThatExceptionOfType(DelayQueueException.class)
			.isThrownBy(() -> this.template.schedule("orders", "hello", Duration.ZERO))
			.isNotInstanceOf(UncertainScheduleException.class);
		assertThat(this.store.count("orders").due()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", ":" })
	void refusesIllegalQueuesEverywhere(String queue) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.schedule(queue, "x", Duration.ZERO))
			.withMessageContaining("'queue'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.cancel(queue, "x"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.find(queue, "x"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.boundQueueOps(queue, String.class));
		assertThat(this.store.queues()).isEmpty();
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesNullByName() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.schedule("a", null, Duration.ZERO))
			.withMessageContaining("'payload'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.schedule("a", "x", (Duration) null))
			.withMessageContaining("'delay'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.schedule("a", "x", (Instant) null))
			.withMessageContaining("'dueTime'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.schedule(null))
			.withMessageContaining("'message'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.scheduleAll(null))
			.withMessageContaining("'messages'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.cancel("a", null))
			.withMessageContaining("'id'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.boundQueueOps("a", (ParameterizedTypeReference<String>) null))
			.withMessageContaining("'type'");
	}

	@Test
	void refusesPayloadsThatAreTooLarge() {
		assertThatExceptionOfType(PayloadTooLargeException.class)
			.isThrownBy(() -> this.template.schedule("orders", "x".repeat(1001), Duration.ZERO))
			.satisfies((ex) -> {
				assertThat(ex.getSize()).isEqualTo(1001);
				assertThat(ex.getLimit()).isEqualTo(1000);
			});
		assertThat(this.store.queues()).isEmpty();
	}

	@Test
	void countsTheBytesOfHeaders() {
		DelayMessage<String> message = message("order-1").header("k", "é".repeat(500)).build();
		assertThatExceptionOfType(PayloadTooLargeException.class).isThrownBy(() -> this.template.schedule(message))
			.satisfies((ex) -> assertThat(ex.getSize()).isEqualTo(1019));
	}

	@Test
	void refusesPayloadsThatCannotBeConverted() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.schedule("orders", new Unwritable(), Duration.ZERO))
			.withMessageContaining("Unwritable");
	}

	@Test
	void refusesConvertersThatGiveNoBytes() {
		MessageConverter converter = mock();
		given(converter.toMessage("nothing", null)).willReturn(null);
		DelayQueueTemplate none = template(converter);
		assertThatIllegalArgumentException().isThrownBy(() -> none.schedule("orders", "x", Duration.ZERO));
		DelayQueueTemplate number = template(new FixedConverter(MessageBuilder.withPayload((Object) 42).build()));
		assertThatIllegalArgumentException().isThrownBy(() -> number.schedule("orders", "x", Duration.ZERO));
	}

	@Test
	void takesTextFromConverters() {
		DelayQueueTemplate text = template(new FixedConverter(MessageBuilder.withPayload("ü").build()));
		String id = text.schedule("orders", "x", Duration.ZERO);
		StoredMessage stored = this.store.find("orders", id).orElseThrow().message();
		assertThat(stored.payload()).hasSize(2);
		assertThat(stored.contentType()).isEqualTo("application/octet-stream");
	}

	private ClaimedMessage claim() {
		this.clock.advance(Duration.ofSeconds(1));
		return this.store
			.claim(new ClaimRequest(call(), 1, Duration.ofSeconds(30),
					new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.of()))
			.messages()
			.get(0);
	}

	private static ConsumerCall call() {
		return new ConsumerCall("orders", "consumer", 1, 0);
	}

	private static DelayMessage.Builder<String> message(String id) {
		return DelayMessage.to("orders").payload("payload of " + id).delay(Duration.ofSeconds(1)).id(id);
	}

	private DelayQueueTemplate template(MessageConverter converter) {
		return new DelayQueueTemplate(this.store, converter, DataSize.ofBytes(1000), this.clock);
	}

	static class Unwritable {

		public String getValue() {
			throw new IllegalStateException("no value");
		}

	}

	private record FixedConverter(Message<?> message) implements MessageConverter {

		@Override
		public Object fromMessage(Message<?> message, Class<?> targetClass) {
			return message.getPayload();
		}

		@Override
		public Message<?> toMessage(Object payload, MessageHeaders headers) {
			return this.message;
		}

	}

}
