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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.NOT_DONE;
import static io.delayqueue.listener.Containers.NOT_SENT_BUT_UNKNOWN;
import static io.delayqueue.listener.Containers.REPLY_LOST;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lets containers work through many messages while handlers and the store fail at random.
 */
class ContainerSoakTests {

	private static final int MESSAGES = 400;

	private static final int CONCURRENCY = 4;

	@RegisterExtension
	final Containers containers = new Containers().concurrency(CONCURRENCY)
		.maxPollInterval(Duration.ofMillis(200))
		.retryPolicy(new RetryPolicy(RetryPolicy.UNLIMITED, List.of(Duration.ofMillis(1)), Duration.ofMillis(5)));

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	private final Map<String, AtomicInteger> successes = new ConcurrentHashMap<>();

	private final AtomicInteger busy = new AtomicInteger();

	private final AtomicInteger mostBusy = new AtomicInteger();

	@Test
	void handlesEveryMessageOnceWhateverFailsMeanwhile() {
		for (Operation operation : Operation.values()) {
			this.containers.store().always(operation, new RandomFault());
		}
		IntStream.range(0, MESSAGES)
			.forEach((i) -> this.containers.schedule("m" + i, Duration.ofMillis(this.random.nextInt(300))));
		this.containers.start(this::handle);
		this.containers.start(this::handle);
		await().atMost(Duration.ofSeconds(60))
			.untilAsserted(
					() -> assertThat(IntStream.range(0, MESSAGES).filter((i) -> !this.containers.isGone("m" + i)))
						.as("seed " + this.seed)
						.isEmpty());
		assertThat(this.successes).as("seed " + this.seed).hasSize(MESSAGES);
		assertThat(this.successes.values()).as("seed " + this.seed).allMatch((count) -> count.get() == 1);
		assertThat(this.mostBusy).hasValueLessThanOrEqualTo(2 * CONCURRENCY);
		assertThat(this.containers.events(LeaseLostEvent.class)).as("seed " + this.seed).isEmpty();
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.mostBusy.accumulateAndGet(this.busy.incrementAndGet(), Math::max);
		int dice = nextInt(10);
		if (dice == 0) {
			this.busy.decrementAndGet();
			throw new IllegalStateException("simulated");
		}
		if (dice == 1) {
			this.busy.decrementAndGet();
			throw new StackOverflowError("simulated");
		}
		return (dice < 5) ? CompletableFuture.runAsync(() -> succeed(delivery)) : succeed(delivery);
	}

	private @Nullable CompletionStage<?> succeed(Delivery delivery) {
		this.busy.decrementAndGet();
		this.successes.computeIfAbsent(delivery.getId(), (id) -> new AtomicInteger()).incrementAndGet();
		return null;
	}

	private synchronized int nextInt(int bound) {
		return this.random.nextInt(bound);
	}

	private final class RandomFault implements Fault {

		@Override
		public <T> T around(Supplier<T> call) {
			return switch (nextInt(20)) {
				case 0 -> NOT_DONE.around(call);
				case 1 -> NOT_SENT_BUT_UNKNOWN.around(call);
				case 2 -> REPLY_LOST.around(call);
				default -> NONE.around(call);
			};
		}

	}

}
