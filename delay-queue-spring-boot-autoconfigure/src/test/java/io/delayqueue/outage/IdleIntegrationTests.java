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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.RealTime;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.CommandCounts;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What applications with default settings send while there is nothing to do, everything
 * included.
 */
class IdleIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration TIME = Duration.ofSeconds(20);

	@Test
	@KnownFault("rqueue#193")
	void hardlyAnythingIsSent() throws InterruptedException {
		Map<String, Idle> all = new LinkedHashMap<>();
		try (RedisProcess redis = RedisProcess.start()) {
			for (String driver : List.of("lettuce", "jedis")) {
				all.put("1 queue, " + driver, Idle.start(redis, driver, 1));
				all.put("50 queues, " + driver, Idle.start(redis, driver, 50));
			}
			try {
				all.values().forEach(Idle::awaitWarm);
				all.values().forEach((idle) -> idle.proxy().commands().reset());
				long begin = System.nanoTime();
				RealTime.pass(TIME);
				double seconds = (System.nanoTime() - begin) / 1e9;
				all.forEach((name, idle) -> idle.assertQuiet(name, seconds));
			}
			finally {
				all.values().forEach(Idle::close);
			}
		}
	}

	/**
	 * An application with nothing to do.
	 *
	 * @param application the application
	 * @param proxy counts what it sends
	 * @param queues how many queues it listens to
	 * @param most how many commands per second it may send
	 */
	private record Idle(TestApplication application, TcpProxy proxy, int queues, double most) {

		static Idle start(RedisProcess redis, String driver, int queues) {
			TcpProxy proxy = TcpProxy.to(redis);
			Map<String, Object> properties = new HashMap<>();
			properties.put("spring.data.redis.client-type", driver);
			properties.put("idle.queues",
					IntStream.range(0, queues)
						.mapToObj((i) -> driver + "-" + queues + "-" + i)
						.collect(Collectors.joining(",")));
			return new Idle(TestApplication.start(proxy, properties, Listeners.class), proxy, queues,
					(queues == 1) ? 0.5 : 15);
		}

		// Until it listens to hints and has claimed from each queue.
		void awaitWarm() {
			CommandCounts sent = this.proxy.commands();
			await().atMost(PATIENCE).until(() -> sent.of("SUBSCRIBE") > 0 && sent.of("EVALSHA") >= this.queues);
		}

		void assertQuiet(String name, double seconds) {
			Map<String, Long> commands = this.proxy.commands().byName();
			double perSecond = commands.values().stream().mapToLong(Long::longValue).sum() / seconds;
			System.out.printf("Idle, %s: %.2f commands per second in %.0f s, at most %.1f allowed: %s%n", name,
					perSecond, seconds, this.most, commands);
			assertThat(this.proxy.commands().of("EVALSHA")).isPositive();
			assertThat(perSecond).isLessThanOrEqualTo(this.most);
		}

		void close() {
			this.application.close();
			this.proxy.close();
		}

	}

	static class Listeners {

		@DelayListener(id = "idle", queues = "#{'${idle.queues}'.split(',')}")
		void handle(String payload) {
		}

	}

}
