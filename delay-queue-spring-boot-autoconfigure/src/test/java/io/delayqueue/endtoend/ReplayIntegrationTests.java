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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.BulkOperation;
import io.delayqueue.core.BulkProgress;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many dead letters are replayed.
 */
@RedisTest
class ReplayIntegrationTests {

	private static final int COUNT = 1000;

	private static final int STEP = 50;

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final Map<String, Object> NO_RETRIES = Map.of("delay-queue.listener.retry.max-retries", 0,
			"delay-queue.listener.concurrency", 50);

	@Test
	void noSecondSeesMoreThanTheRate(RedisServer redis) throws InterruptedException {
		try (TestApplication application = TestApplication.start(redis, NO_RETRIES, Listeners.class)) {
			Listeners listeners = bury(application);
			BulkOperation replay = application.admin().replayAll("replayed", 500);
			assertThat(replay.awaitEnd(LONG)).isTrue();
			assertThat(replay.progress()).isEqualTo(new BulkProgress(COUNT, 0, BulkProgress.State.FINISHED, null));
			await().atMost(LONG).until(() -> listeners.handledAt.size() == COUNT);
			List<Long> times = listeners.handledAt.stream().map(Instant::toEpochMilli).sorted().toList();
			int most = IntStream.range(0, COUNT)
				.map((from) -> (int) times.stream()
					.filter((time) -> time >= times.get(from) && time < times.get(from) + 1000)
					.count())
				.max()
				.orElseThrow();
			System.out.printf("%d replayed at 500/s: most in a second %d, all in %d ms%n", COUNT, most,
					times.get(COUNT - 1) - times.get(0));
			assertThat(most).isLessThanOrEqualTo(550);
		}
	}

	@Test
	void replayEndsWithinAStepWhenCancelled(RedisServer redis) throws InterruptedException {
		try (TestApplication application = TestApplication.start(redis, NO_RETRIES, Listeners.class)) {
			bury(application);
			BulkOperation replay = application.admin().replayAll("replayed", 500);
			await().atMost(LONG).until(() -> replay.progress().done() >= 200);
			replay.cancel();
			long done = replay.progress().done();
			assertThat(replay.awaitEnd(LONG)).isTrue();
			assertThat(replay.progress().state()).isEqualTo(BulkProgress.State.CANCELLED);
			assertThat(replay.progress().done()).isBetween(done, done + STEP);
			assertThat(application.admin().statistics("replayed").dead()).isEqualTo(COUNT - replay.progress().done());
		}
	}

	@Test
	void crashInMidReplayLosesNothing(RedisServer redis) {
		try (TestApplication consumer = TestApplication.start(redis, NO_RETRIES, Listeners.class);
				TcpProxy proxy = TcpProxy.to(redis)) {
			Listeners listeners = bury(consumer);
			try (TestApplication operator = TestApplication.start(proxy,
					Map.of("spring.data.redis.timeout", "500ms"))) {
				BulkOperation replay = operator.admin().replayAll("replayed", 500);
				await().atMost(LONG).until(() -> replay.progress().done() >= 200);
				// What it has sent may have arrived or not, and nobody goes on with it.
				proxy.hang();
				proxy.cut();
				replay.cancel();
			}
			await().atMost(LONG).until(() -> consumer.admin().statistics("replayed").leased() == 0);
			await().atMost(LONG)
				.untilAsserted(
						() -> assertThat(listeners.handledAt.size() + consumer.admin().statistics("replayed").dead())
							.isEqualTo(COUNT));
			assertThat(listeners.handledAt).hasSizeGreaterThanOrEqualTo(200);
		}
	}

	private static Listeners bury(TestApplication application) {
		Listeners listeners = application.get(Listeners.class);
		application.template()
			.scheduleAll(IntStream.range(0, COUNT)
				.mapToObj((i) -> DelayMessage.to("replayed").payload(i).delay(Duration.ZERO).build())
				.toList());
		await().atMost(LONG).until(() -> application.admin().statistics("replayed").dead() == COUNT);
		listeners.failing = false;
		return listeners;
	}

	static class Listeners {

		private final List<Instant> handledAt = new CopyOnWriteArrayList<>();

		private volatile boolean failing = true;

		@DelayListener("replayed")
		void handle(int number, @Header(DelayHeaders.DUE_TIME) Instant dueTime) {
			if (this.failing) {
				throw new IllegalStateException("not yet");
			}
			this.handledAt.add(dueTime);
		}

	}

}
