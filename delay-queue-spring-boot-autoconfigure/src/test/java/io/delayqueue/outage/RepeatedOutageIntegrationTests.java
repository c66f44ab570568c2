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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Redis goes and comes back, again and again, under applications with several listeners
 * and queues.
 */
class RepeatedOutageIntegrationTests {

	private static final int OUTAGES = 20;

	private static final List<String> DRIVERS = List.of("lettuce", "jedis");

	private static final List<String> QUEUES = List.of("a", "b", "c", "d");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/**
	 * A few seconds, and some more for a busy machine.
	 */
	private static final Duration RECOVERY = Duration.ofSeconds(10);

	private final RedisProcess redis = RedisProcess.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis);

	private final Map<String, TestApplication> applications = new HashMap<>();

	@BeforeEach
	void start() {
		for (String driver : DRIVERS) {
			Map<String, Object> properties = new HashMap<>();
			properties.put("spring.data.redis.client-type", driver);
			properties.put("spring.data.redis.timeout", "300ms");
			properties.put("delay-queue.listener.max-poll-interval", "200ms");
			properties.put("outage.application", name(driver));
			this.applications.put(driver, TestApplication.start(this.proxy, properties, Listeners.class, Events.class));
		}
	}

	@AfterEach
	void close() {
		this.applications.values().forEach(TestApplication::close);
		this.proxy.close();
		this.redis.close();
	}

	@Test
	@KnownFault("redisson#1754")
	@SpringCitizen("logs")
	void isToldOnceAndLeavesNothingBehind() {
		try (Warnings warnings = Warnings.collect()) {
			// More messages than there are threads for handlers, which start when first
			// needed.
			for (int i = 0; i < 5; i++) {
				assertWorks();
			}
			List<Duration> recoveries = new ArrayList<>();
			// Starts the threads that publish events.
			recoveries.add(recover());
			Footprint before = Footprint.of(this.redis);
			for (int i = 0; i < OUTAGES; i++) {
				recoveries.add(recover());
			}
			before.assertNothingMore(this.redis, QUEUES.size());
			System.out.printf("%d outages: worst recovery %d ms, %d threads and %d connections as before%n",
					recoveries.size(), recoveries.stream().mapToLong(Duration::toMillis).max().orElseThrow(),
					before.threads().values().stream().mapToLong(Long::longValue).sum(), before.connections());
			assertThat(recoveries).allSatisfy((recovery) -> assertThat(recovery).isLessThan(RECOVERY));
			DRIVERS.forEach((driver) -> assertToldOnce(driver, recoveries.size(), warnings.of(name(driver))));
		}
	}

	private Duration recover() {
		this.proxy.refuse();
		this.proxy.cut();
		awaitFailing();
		this.proxy.heal();
		long back = System.nanoTime();
		awaitRecovered();
		Duration recovery = Duration.ofNanos(System.nanoTime() - back);
		assertWorks();
		return recovery;
	}

	private void assertToldOnce(String driver, int outages, List<String> warnings) {
		int failures = this.applications.get(driver).get(Events.class).failedQueues().size();
		// On a busy machine Redis may not answer in time though it is there.
		int more = failures - outages * QUEUES.size();
		System.out.printf("%d outages (%s): %d warnings, %d failures besides%n", outages, driver, warnings.size(),
				more);
		assertThat(warnings).hasSizeBetween(outages, outages + more)
			.allSatisfy((warning) -> assertThat(warning).contains("All listeners keep trying"));
	}

	private void awaitFailing() {
		this.applications.forEach((driver, application) -> {
			await().atMost(PATIENCE).until(() -> failingQueues(application).equals(queues(driver)));
			awaitTold(application, driver, 1);
			assertThat(containers(application)).allMatch(DelayListenerContainer::isRunning);
		});
	}

	private void awaitRecovered() {
		this.applications.forEach((driver, application) -> {
			await().atMost(PATIENCE).until(() -> failingQueues(application).isEmpty());
			awaitTold(application, driver, 0);
		});
	}

	private static void awaitTold(TestApplication application, String driver, int outages) {
		Events events = application.get(Events.class);
		await().atMost(PATIENCE)
			.until(() -> queues(driver).stream()
				.allMatch((queue) -> events.failures(queue) == events.recoveries(queue) + outages));
	}

	private void assertWorks() {
		this.applications.forEach((driver, application) -> {
			Listeners listeners = application.get(Listeners.class);
			List<String> ids = queues(driver).stream()
				.map((queue) -> CertainSchedule.of(application.template(), queue, UUID.randomUUID().toString()))
				.map(ScheduleResult::id)
				.toList();
			await().atMost(PATIENCE).until(() -> listeners.handled.containsAll(ids));
		});
	}

	private static List<DelayListenerContainer> containers(TestApplication application) {
		return application.get(DelayListenerEndpointRegistry.class).getContainers();
	}

	private static Set<String> failingQueues(TestApplication application) {
		return containers(application).stream()
			.flatMap((container) -> container.getFailingQueues().stream())
			.collect(Collectors.toSet());
	}

	private static Set<String> queues(String driver) {
		return QUEUES.stream().map((queue) -> name(driver) + "-" + queue).collect(Collectors.toSet());
	}

	// Not a name that the driver's own threads have.
	private static String name(String driver) {
		return "on-" + driver;
	}

	static class Listeners {

		private final Set<String> handled = ConcurrentHashMap.newKeySet();

		@DelayListener(id = "${outage.application}-1",
				queues = { "${outage.application}-a", "${outage.application}-b" })
		void first(String payload, @Header(DelayHeaders.ID) String id) {
			this.handled.add(id);
		}

		@DelayListener(id = "${outage.application}-2", queues = "${outage.application}-c")
		void second(String payload, @Header(DelayHeaders.ID) String id) {
			this.handled.add(id);
		}

		@DelayListener(id = "${outage.application}-3", queues = "${outage.application}-d")
		void third(String payload, @Header(DelayHeaders.ID) String id) {
			this.handled.add(id);
		}

	}

}
