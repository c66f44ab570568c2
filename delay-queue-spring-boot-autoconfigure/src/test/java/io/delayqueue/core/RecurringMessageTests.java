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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.MissedPolicy;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RecurringMessage} and what becomes of it.
 */
class RecurringMessageTests {

	private static final Instant START = Instant.parse("2026-01-01T00:30:00Z");

	private final MutableInstantSource clock = new MutableInstantSource(START);

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store,
			new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofKilobytes(1), this.clock);

	@Test
	void needsAnIdAndOneRecurrence() {
		assertThatIllegalStateException().isThrownBy(() -> builder().every(Duration.ofHours(1)).build())
			.withMessageContaining("has no id");
		assertThatIllegalStateException().isThrownBy(() -> builder().id("a").build())
			.withMessageContaining("'a'")
			.withMessageContaining("'cron' or 'every'");
		assertThatIllegalStateException()
			.isThrownBy(() -> builder().every(Duration.ofHours(1)).cron("@daily", ZoneOffset.UTC))
			.withMessageContaining("only once");
	}

	@Test
	void skipsNothingThatIsAsLateAsUsual() {
		RecurringMessage.Builder<String> skipping = builder().id("a")
			.tolerance(Duration.ofMillis(999))
			.onMissed(MissedPolicy.SKIP)
			.every(Duration.ofHours(1));
		assertThatIllegalArgumentException().isThrownBy(skipping::build)
			.withMessageContaining("'tolerance'")
			.withMessageContaining("PT0.999S");
		assertThat(skipping.tolerance(Duration.ofSeconds(1)).build().getRecurrence())
			.hasToString("SKIP PT1S every PT1H");
		assertThat(skipping.tolerance(Duration.ZERO).onMissed(MissedPolicy.FIRE_ONCE).build().getRecurrence())
			.hasToString("FIRE_ONCE PT0S every PT1H");
	}

	@Test
	void refusesWhatIsWrongAtTheCall() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().id("a".repeat(221)))
			.withMessageContaining("220");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().header("delayqueue_recurrence", "x"))
			.withMessageContaining("reserved");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.scheduleRecurring("a", "q", "x", "every day", ZoneOffset.UTC))
			.withMessageContaining("'every day'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.scheduleRecurring("a", "q", "x", Duration.ZERO))
			.withMessageContaining("'interval'");
		assertThat(this.store.queues()).isEmpty();
	}

	@Test
	void beginsWhenItIsSentIfItIsDeferred() {
		List<QueueCommand> deferred = new ArrayList<>();
		this.template.setDeferral(deferred::addAll);
		assertThat(this.template.scheduleRecurring("a", "q", "x", "0 0 * * * *", ZoneOffset.UTC))
			.isEqualTo(new ScheduleResult("q", "a", null, ScheduleResult.Outcome.DEFERRED));
		assertThat(this.template.find("q", "a")).isEmpty();
		this.clock.advance(Duration.ofHours(5));
		assertThat(new CommandSender(this.store).send(deferred)).isEmpty();
		assertThat(this.template.find("q", "a").orElseThrow().time()).isEqualTo("2026-01-01T06:00:00Z");
	}

	@Test
	void occurrenceThatIsDeadDoesNotRecurInAnotherQueue() {
		this.template.scheduleRecurring("a", "q", "x", Duration.ofHours(1));
		this.clock.advance(Duration.ofHours(1));
		ClaimedMessage claimed = claim("q");
		this.store.settle(new ConsumerCall("q", "c", 2, claimed.token()),
				List.of(new Settlement.DeadOccurrence("a", claimed.token(), this.clock.instant().plusSeconds(60), "a@1",
						new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null))));
		try (DefaultDelayQueueAdmin admin = new DefaultDelayQueueAdmin(this.store)) {
			assertThat(admin.messages("q", MessageState.DEAD, null, 9).messages()).singleElement()
				.extracting(MessageView::recurrence)
				.hasToString("FIRE_ONCE PT1M every PT1H");
			admin.replay(DeadLetterReplay.of("q").ids(List.of("a@1")).to("other"));
			await().until(() -> this.template.find("other", "a@1").isPresent());
		}
		assertThat(claim("other").occurrence()).isNull();
	}

	private ClaimedMessage claim(String queue) {
		return this.store
			.claim(new ClaimRequest(new ConsumerCall(queue, "c", 1, 0), 1, Duration.ofSeconds(9),
					new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO), List.of()))
			.messages()
			.get(0);
	}

	private static RecurringMessage.Builder<String> builder() {
		return RecurringMessage.to("q").payload("x");
	}

}
