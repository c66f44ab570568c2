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

package io.delayqueue.actuate;

import java.time.Duration;
import java.util.Map;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DelayQueueHealthIndicator} while Redis hangs.
 */
class DelayQueueHealthIntegrationTests {

	private static final Map<String, Object> SETTINGS = Map.of("management.health.delay-queue.threshold", "1s",
			"delay-queue.listener.max-poll-interval", "200ms", "spring.data.redis.timeout", "60s");

	@Test
	void isDownWhileRedisHangsAndStillAnswersAtOnce() {
		try (RedisProcess redis = RedisProcess.start();
				TestApplication application = TestApplication.start(redis, SETTINGS, Mailer.class)) {
			DelayQueueHealthIndicator indicator = application.get(DelayQueueHealthIndicator.class);
			await().untilAsserted(
					() -> assertThat(indicator.health().getDetails().toString()).contains("sinceLastSuccess=PT")
						.contains("RUNNING"));
			redis.pause();
			try {
				await().until(() -> indicator.health().getStatus().equals(Status.DOWN));
				long begin = System.nanoTime();
				Health health = indicator.health();
				Duration taken = Duration.ofNanos(System.nanoTime() - begin);
				System.out.println("Health while Redis hangs: " + health + ", answered in " + taken.toMillis() + " ms");
				assertThat(taken).isLessThan(Duration.ofSeconds(1));
			}
			finally {
				redis.resume();
			}
			await().until(() -> indicator.health().getStatus().equals(Status.UP));
		}
	}

	@Component
	static class Mailer {

		@DelayListener(id = "mailer", queues = "mail")
		void handle(String payload) {
		}

	}

}
