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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.core.ScheduleResult.Outcome;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BatchScheduler} through {@link DelayQueueTemplate#scheduleAll}.
 */
class BatchSchedulerTests {

	private final FailingStore store = new FailingStore(new InMemoryDelayQueueStore());

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store,
			new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofMegabytes(1));

	@Test
	void schedulesNothing() {
		assertThat(this.template.scheduleAll(List.of())).isEmpty();
	}

	@Test
	void keepsTheOrderOfTheInputOverQueuesAndChunks() {
		this.store.setMaxScheduleBatch(3);
		List<DelayMessage<String>> messages = IntStream.range(0, 20)
			.mapToObj((i) -> message((i % 2 == 0) ? "even" : "odd", "m" + i))
			.toList();
		List<ScheduleResult> results = this.template.scheduleAll(messages);
		assertThat(results).extracting(ScheduleResult::id)
			.isEqualTo(messages.stream().map(DelayMessage::getId).toList());
		assertThat(results).extracting(ScheduleResult::queue)
			.isEqualTo(messages.stream().map(DelayMessage::getQueue).toList());
		assertThat(results).extracting(ScheduleResult::outcome).containsOnly(Outcome.SCHEDULED);
		assertThat(this.store.count("even").waiting()).isEqualTo(10);
		assertThat(this.store.count("odd").waiting()).isEqualTo(10);
	}

	@Test
	void sendsOneCallPerFullChunk() {
		this.store.setMaxScheduleBatch(10);
		this.store.failCall(2);
		assertThat(this.template.scheduleAll(messages(20))).hasSize(20);
	}

	@Test
	void boundsTheBytesOfAChunk() {
		this.store.failCall(2);
		List<DelayMessage<String>> messages = IntStream.range(0, 4)
			.mapToObj((i) -> DelayMessage.to("q").payload("x".repeat(400_000)).delay(Duration.ofHours(1)).build())
			.toList();
		assertThat(this.template.scheduleAll(messages)).hasSize(4);
	}

	@Test
	void saysWhichWereRejected() {
		this.template.schedule(message("q", "m1"));
		assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> this.template.scheduleAll(messages(3)))
			.withMessageContaining("1 of 3")
			.satisfies((ex) -> assertThat(outcomes(ex)).containsExactly(Outcome.SCHEDULED, Outcome.REJECTED,
					Outcome.SCHEDULED));
	}

	@Test
	void rejectsTheSecondOfTwoWithOneId() {
		List<DelayMessage<String>> messages = List.of(message("q", "same"), message("q", "same"));
		assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> this.template.scheduleAll(messages))
			.satisfies((ex) -> assertThat(outcomes(ex)).containsExactly(Outcome.SCHEDULED, Outcome.REJECTED));
	}

	@Test
	void stopsAtAChunkThatWasRefused() {
		this.store.setMaxScheduleBatch(2);
		this.store.failCall(1);
		assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> this.template.scheduleAll(messages(5)))
			.satisfies((ex) -> {
				assertThat(outcomes(ex)).containsExactly(Outcome.SCHEDULED, Outcome.SCHEDULED, Outcome.NOT_SCHEDULED,
						Outcome.NOT_SCHEDULED, Outcome.NOT_SCHEDULED);
				assertThat(ex).hasRootCauseMessage("Nothing was written");
			});
		assertThat(this.store.count("q").waiting()).isEqualTo(2);
	}

	@Test
	void saysWhichAreUncertain() {
		this.store.setMaxScheduleBatch(2);
		this.store.loseReply(0);
		assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> this.template.scheduleAll(messages(3)))
			.satisfies((ex) -> assertThat(outcomes(ex)).containsExactly(Outcome.UNCERTAIN, Outcome.UNCERTAIN,
					Outcome.NOT_SCHEDULED));
	}

	@Test
	void writesNothingIfOnePayloadIsBad() {
		List<DelayMessage<?>> messages = new ArrayList<>(messages(3));
		messages.add(DelayMessage.to("q").payload("x".repeat(2_000_000)).delay(Duration.ZERO).build());
		assertThatExceptionOfType(PayloadTooLargeException.class).isThrownBy(() -> this.template.scheduleAll(messages));
		assertThat(this.store.queues()).isEmpty();
	}

	private static List<Outcome> outcomes(BatchScheduleException ex) {
		return ex.getResults().stream().map(ScheduleResult::outcome).toList();
	}

	private static List<DelayMessage<String>> messages(int count) {
		return IntStream.range(0, count).mapToObj((i) -> message("q", "m" + i)).toList();
	}

	private static DelayMessage<String> message(String queue, String id) {
		return DelayMessage.to(queue).payload("payload").delay(Duration.ofHours(1)).id(id).build();
	}

}
