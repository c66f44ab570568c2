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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.SlowLog;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many messages due at one instant, many more waiting behind them.
 */
class LoadIntegrationTests {

	private static final int DUE = 20_000;

	private static final int WAITING = 100_000;

	/**
	 * On an idle machine no command takes 20 ms; what is asserted leaves room for a busy
	 * one, where Redis waits for a processor, and is still far below what a scan of the
	 * whole queue takes.
	 */
	private static final Duration SLOW = Duration.ofMillis(250);

	@Test
	@KnownFault("rqueue batch per tick")
	void handlesAllThatIsDueWithoutHoldingUpRedis() {
		try (RedisProcess redis = RedisProcess.start();
				TestApplication application = TestApplication.start(redis, Map.of(), Listeners.class)) {
			SlowLog slowLog = SlowLog.start(redis, Duration.ofMillis(1));
			Instant now = Instant.now();
			schedule(application, WAITING, now.plus(Duration.ofDays(1)));
			Instant due = Instant.now().plusSeconds(2);
			schedule(application, DUE, due);
			Listeners listeners = application.get(Listeners.class);
			await().atMost(Duration.ofSeconds(120)).until(() -> listeners.handled.size() == DUE);
			Duration took = Duration.between(due, Instant.now());
			await().atMost(Duration.ofSeconds(10)).until(() -> application.admin().statistics("load").leased() == 0);
			System.out.printf(
					"%d due at one instant, %d waiting behind: handled in %d ms, slowest Redis command %d µs%n", DUE,
					WAITING, took.toMillis(), slowLog.slowestMicros());
			assertThat(listeners.calls).hasValue(DUE);
			assertThat(listeners.early).hasValue(0);
			assertThat(application.admin().statistics("load"))
				.isEqualTo(new QueueStatistics(WAITING, 0, 0, 0, Duration.ZERO, false));
			assertThat(slowLog.entries()).filteredOn((entry) -> entry.micros() > SLOW.toNanos() / 1000).isEmpty();
		}
	}

	private static void schedule(TestApplication application, int count, Instant dueTime) {
		for (int from = 0; from < count; from += 5000) {
			List<DelayMessage<Integer>> messages = IntStream.range(from, Math.min(from + 5000, count))
				.mapToObj((i) -> DelayMessage.to("load").payload(i).dueTime(dueTime).build())
				.toList();
			application.template().scheduleAll(messages);
		}
	}

	static class Listeners {

		private final Set<Integer> handled = ConcurrentHashMap.newKeySet();

		private final AtomicInteger calls = new AtomicInteger();

		private final AtomicInteger early = new AtomicInteger();

		@DelayListener("load")
		void handle(int number, @Header("delayqueue_dueTime") Instant dueTime) {
			if (Instant.now().isBefore(dueTime)) {
				this.early.incrementAndGet();
			}
			this.calls.incrementAndGet();
			this.handled.add(number);
		}

	}

}
