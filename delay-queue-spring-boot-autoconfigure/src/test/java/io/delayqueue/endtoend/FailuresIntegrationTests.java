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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.MessageView;
import io.delayqueue.store.DeathCause;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What fails is retried with growing pauses or dies with its cause, and the queue goes
 * on.
 */
@Tag("compat")
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class FailuresIntegrationTests {

	private RedisServer redis;

	private TestApplication application;

	@BeforeEach
	void start(RedisServer redis) {
		this.redis = redis;
		this.application = TestApplication.start(redis,
				Map.of("delay-queue.listener.retry.max-retries", 3, "delay-queue.listener.retry.delay", "100ms",
						"delay-queue.listener.retry.multiplier", 3, "delay-queue.listener.retry.jitter", "10ms"),
				Listeners.class);
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	@Test
	@KnownFault("db-scheduler#480")
	void retriesWithGrowingPausesAndKeepsTheCause() throws InterruptedException {
		String id = this.application.template().schedule("numbers", -1, Duration.ZERO);
		MessageView dead = awaitDead(id);
		assertThat(dead.failures()).isEqualTo(4);
		assertThat(dead.deathCause()).isNotNull();
		assertThat(dead.deathCause().reason()).isEqualTo(DeathCause.Reason.FAILED);
		assertThat(dead.deathCause().attempt()).isEqualTo(4);
		assertThat(dead.deathCause().exception()).isEqualTo(IllegalStateException.class.getName());
		assertThat(dead.deathCause().message()).isEqualTo("no negative numbers");
		assertThat(dead.deathCause().stackTrace()).contains("Listeners.number");
		Listeners listeners = this.application.get(Listeners.class);
		assertThat(listeners.attempts).containsExactly(1, 2, 3, 4);
		assertThat(listeners.pause(1)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
		assertThat(listeners.pause(2)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
		assertThat(listeners.pause(3)).isGreaterThanOrEqualTo(Duration.ofMillis(900));
		assertGoesOn();
	}

	@Test
	@SpringCitizen("what does not fit")
	void buriesAtOnceWhatIsForAnotherType() throws InterruptedException {
		String id = this.application.template().schedule("numbers", Map.of("not", "a number"), Duration.ZERO);
		assertUndecodable(awaitDead(id));
		assertGoesOn();
	}

	@Test
	@SpringCitizen("logs")
	void logsNoPayload(CapturedOutput output) {
		awaitDead(this.application.template().schedule("numbers", "secret-4711", Duration.ZERO));
		awaitDead(this.application.template().schedule("numbers", Map.of("secret", 4711), Duration.ZERO));
		assertThat(output).contains("does not fit").contains("MismatchedInput").doesNotContain("4711");
	}

	@Test
	void buriesAtOnceWhatCannotBeRead() throws InterruptedException {
		String id = this.application.template().schedule("numbers", 1, Duration.ofMillis(500));
		this.redis.command("HSET", this.redis.keyPrefix() + ":{numbers}:messages", id, "no stored message at all");
		assertUndecodable(awaitDead(id));
		assertGoesOn();
	}

	private void assertUndecodable(MessageView dead) {
		assertThat(dead.failures()).isEqualTo(1);
		assertThat(dead.deathCause()).isNotNull();
		assertThat(dead.deathCause().reason()).isEqualTo(DeathCause.Reason.UNDECODABLE);
		assertThat(dead.deathCause().message()).isNotEmpty();
		assertThat(this.application.get(Listeners.class).attempts).isEmpty();
	}

	private void assertGoesOn() throws InterruptedException {
		this.application.template().schedule("numbers", 7, Duration.ZERO);
		assertThat(this.application.get(Listeners.class).received.poll(10, TimeUnit.SECONDS)).isEqualTo(7);
		await().atMost(Duration.ofSeconds(10))
			.until(() -> this.application.admin().statistics("numbers").leased() == 0);
		assertThat(this.application.admin().statistics("numbers").dead()).isEqualTo(1);
	}

	private MessageView awaitDead(String id) {
		return await().atMost(Duration.ofSeconds(30))
			.until(() -> this.application.template().find("numbers", id),
					(view) -> view.map(MessageView::state).equals(Optional.of(MessageState.DEAD)))
			.orElseThrow();
	}

	static class Listeners {

		private final BlockingQueue<Integer> received = new LinkedBlockingQueue<>();

		private final List<Integer> attempts = new CopyOnWriteArrayList<>();

		private final List<Instant> times = new CopyOnWriteArrayList<>();

		@DelayListener("numbers")
		void number(int number, @Header(DelayHeaders.ATTEMPT) int attempt) {
			if (number < 0) {
				this.times.add(Instant.now());
				this.attempts.add(attempt);
				throw new IllegalStateException("no negative numbers");
			}
			this.received.add(number);
		}

		Duration pause(int retry) {
			return Duration.between(this.times.get(retry - 1), this.times.get(retry));
		}

	}

}
