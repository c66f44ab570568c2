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

package io.delayqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.SimpleDelayListenerEndpoint;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for what {@link TestDelayQueue} makes of being used in unusual ways, without
 * Spring.
 */
class TestDelayQueueUseTests {

	private static final Instant START = Instant.parse("2030-01-31T07:00:00Z");

	private final DelayQueueTestClock clock = new DelayQueueTestClock(START);

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final PayloadMessageConverter converter = new PayloadMessageConverter(JsonMapper.shared());

	private final TestDelayQueue delayQueue = new TestDelayQueue(this.store, this.clock, this.converter, 1000,
			Duration.ofSeconds(10));

	@Test
	void letsTimePassForOneThreadAfterTheOther() {
		consume("orders");
		IntStream.range(0, 200).forEach((i) -> schedule("orders", Duration.ofSeconds(i)));
		List<CompletableFuture<?>> threads = Stream
			.<CompletableFuture<?>>generate(
					() -> CompletableFuture.runAsync(() -> this.delayQueue.advance(Duration.ofSeconds(50))))
			.limit(4)
			.toList();
		threads.forEach(CompletableFuture::join);
		assertThat(this.delayQueue.now()).isEqualTo(START.plusSeconds(200));
		assertThat(this.delayQueue.handlings()).extracting(Handling::time)
			.isEqualTo(IntStream.range(0, 200).mapToObj(START::plusSeconds).toList());
	}

	@Test
	void refusesToGoFurtherThanItCanTell() {
		consume("orders");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.delayQueue.advance(Duration.ofSeconds(Long.MAX_VALUE)))
			.withMessageContaining("must be at most PT876600H, to 2130-02-01T07:00:00Z");
		assertThatIllegalArgumentException().isThrownBy(() -> this.delayQueue.advanceTo(Instant.MAX))
			.withMessageContaining("must not be after 2130-02-01T07:00:00Z");
		assertThat(this.delayQueue.advanceTo(Instant.parse("2130-02-01T07:00:00Z"))).isEmpty();
	}

	@Test
	void refusesNamesThatNoQueueCanHave() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.delayQueue.queue("order timeout"))
			.withMessageContaining("'order timeout'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.delayQueue.queue(""));
		assertThat(this.delayQueue.queue("order-timeout")).isEmpty();
	}

	private void consume(String queue) {
		DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(this.store,
				new ListenerSettings(1, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ZERO,
						new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO)));
		this.delayQueue.drive(factory);
		factory.createContainer(new SimpleDelayListenerEndpoint("test", queue, (delivery) -> null)).start();
	}

	private void schedule(String queue, Duration delay) {
		new DelayQueueTemplate(this.store, this.converter, DataSize.ofKilobytes(10), this.clock)
			.schedule(DelayMessage.to(queue).payload("x").delay(delay).build());
	}

}
