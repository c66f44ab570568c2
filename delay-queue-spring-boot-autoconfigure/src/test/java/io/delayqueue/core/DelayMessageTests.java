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

import io.delayqueue.store.DueTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.support.MessageBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link DelayMessage}.
 */
class DelayMessageTests {

	@Test
	void carriesWhatWasSet() {
		DelayMessage<String> message = builder().delay(Duration.ofSeconds(3))
			.id("order-42")
			.header("tenant", "eu")
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
		assertThat(message.getQueue()).isEqualTo("orders");
		assertThat(message.getPayload()).isEqualTo("secret");
		assertThat(message.getId()).isEqualTo("order-42");
		assertThat(message.getHeaders()).containsEntry("tenant", "eu");
		assertThat(message.getDuplicatePolicy()).isEqualTo(DuplicatePolicy.KEEP);
		assertThat(message.getDueTime()).isEqualTo(new DueTime.After(Duration.ofSeconds(3)));
	}

	@Test
	void hasNoIdAndRejectsDuplicatesByDefault() {
		DelayMessage<String> message = builder().dueTime(Instant.EPOCH).build();
		assertThat(message.getId()).isNull();
		assertThat(message.getDuplicatePolicy()).isEqualTo(DuplicatePolicy.REJECT);
		assertThat(message.getDueTime()).isEqualTo(new DueTime.At(Instant.EPOCH));
	}

	@Test
	void doesNotShowItsPayload() {
		assertThat(builder().delay(Duration.ZERO).build().toString()).contains("orders").doesNotContain("secret");
	}

	@Test
	void doesNotSeeLaterChangesOfTheBuilder() {
		DelayMessage.Builder<String> builder = builder().delay(Duration.ZERO);
		DelayMessage<String> message = builder.build();
		builder.header("later", "x");
		assertThat(message.getHeaders()).isEmpty();
	}

	@Test
	void needsADueTime() {
		assertThatIllegalStateException().isThrownBy(() -> builder().build()).withMessageContaining("orders");
	}

	@Test
	void takesOneDueTimeOnly() {
		assertThatIllegalStateException().isThrownBy(() -> builder().delay(Duration.ZERO).dueTime(Instant.EPOCH));
	}

	@Test
	void refusesMessagesAsPayload() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> DelayMessage.to("a").payload(MessageBuilder.withPayload("x").build()))
			.withMessageContaining("'payload'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> DelayMessage.to("a").payload(builder().delay(Duration.ZERO).build()));
	}

	@ParameterizedTest
	@ValueSource(longs = { 1_000_000, Long.MAX_VALUE })
	void takesAnyTimeToLiveFromAMillisecondOn(long nanos) {
		for (Duration timeToLive : List.of(Duration.ofNanos(nanos), Duration.ofSeconds(nanos))) {
			assertThat(builder().timeToLive(timeToLive).delay(Duration.ZERO).build().getTimeToLive())
				.isEqualTo(timeToLive);
		}
	}

	@Test
	void refusesATimeToLiveBelowAMillisecond() {
		for (Duration timeToLive : List.of(Duration.ofNanos(999_999), Duration.ZERO,
				Duration.ofSeconds(Long.MIN_VALUE))) {
			assertThatIllegalArgumentException().isThrownBy(() -> builder().timeToLive(timeToLive))
				.withMessageContaining("'timeToLive'")
				.withMessageContaining(timeToLive.toString());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "id", "timestamp", "contentType", "delayqueue_id" })
	void refusesReservedHeaders(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().header(name, "x"))
			.withMessageContaining("'" + name + "'");
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesNullArgumentsByName() {
		assertThatIllegalArgumentException().isThrownBy(() -> DelayMessage.to(null)).withMessageContaining("'queue'");
		assertThatIllegalArgumentException().isThrownBy(() -> DelayMessage.to("a").payload(null))
			.withMessageContaining("'payload'");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().delay(null)).withMessageContaining("'delay'");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().dueTime(null))
			.withMessageContaining("'dueTime'");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().id(null)).withMessageContaining("'id'");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().header("k", null)).withMessageContaining("'k'");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().onDuplicate(null))
			.withMessageContaining("'policy'");
	}

	private static DelayMessage.Builder<String> builder() {
		return DelayMessage.to("orders").payload("secret");
	}

}
