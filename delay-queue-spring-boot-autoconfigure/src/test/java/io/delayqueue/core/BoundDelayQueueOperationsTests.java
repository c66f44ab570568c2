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

import io.delayqueue.MessageState;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BoundDelayQueueOperations} and {@link DelayQueueAdmin}.
 */
class BoundDelayQueueOperationsTests {

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore();

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store,
			new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofMegabytes(1));

	private final BoundDelayQueueOperations<Long> bound = this.template.boundQueueOps("numbers", Long.class);

	@Test
	void isBoundToItsQueue() {
		assertThat(this.bound.getQueue()).isEqualTo("numbers");
		String first = this.bound.schedule(1L, Duration.ofHours(1));
		String second = this.bound.schedule(2L, Instant.MAX);
		ScheduleResult third = this.bound.schedule(this.bound.message(3L).delay(Duration.ofHours(1)).build());
		assertThat(third.queue()).isEqualTo("numbers");
		assertThat(this.bound.find(first))
			.hasValueSatisfying((view) -> assertThat(view.state()).isEqualTo(MessageState.WAITING));
		assertThat(this.bound.reschedule(first, Duration.ofHours(2))).isEqualTo(RescheduleResult.RESCHEDULED);
		assertThat(this.bound.reschedule(first, Instant.MAX)).isEqualTo(RescheduleResult.RESCHEDULED);
		assertThat(this.bound.cancel(second)).isEqualTo(CancelResult.CANCELLED);
	}

	@Test
	void refusesMessagesOfAnotherQueue() {
		DelayMessage<Long> message = DelayMessage.to("others").payload(1L).delay(Duration.ZERO).build();
		assertThatIllegalArgumentException().isThrownBy(() -> this.bound.schedule(message))
			.withMessageContaining("others")
			.withMessageContaining("numbers");
	}

	@Test
	@SuppressWarnings({ "unchecked", "rawtypes", "NullAway" })
	void refusesPayloadsOfAnotherType() {
		BoundDelayQueueOperations raw = this.bound;
		assertThatIllegalArgumentException().isThrownBy(() -> raw.schedule("text", Duration.ZERO))
			.withMessageContaining("java.lang.Long")
			.withMessageContaining("java.lang.String");
		assertThatIllegalArgumentException().isThrownBy(() -> raw.schedule((Object) null, Duration.ZERO))
			.withMessageContaining("'payload'");
	}

	@Test
	void takesPrimitiveAndGenericTypes() {
		assertThat(this.template.boundQueueOps("a", int.class).schedule(1, Duration.ZERO)).isNotEmpty();
		BoundDelayQueueOperations<List<String>> lists = this.template.boundQueueOps("a",
				new ParameterizedTypeReference<>() {
				});
		assertThat(lists.schedule(List.of("x"), Duration.ZERO)).isNotEmpty();
	}

	@Test
	void countsForOperators() {
		DelayQueueAdmin admin = new DefaultDelayQueueAdmin(this.store);
		this.bound.schedule(1L, Duration.ofHours(1));
		this.template.schedule("a", "x", Duration.ofHours(1));
		assertThat(admin.queues()).containsExactly("a", "numbers");
		assertThat(admin.statistics("numbers")).isEqualTo(new QueueStatistics(1, 0, 0, 0, Duration.ZERO, false));
		assertThat(admin.statistics("absent").waiting()).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> admin.statistics("a b"));
	}

}
