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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what belongs to the observation of a handling: all that is logged about it.
 */
class ContainerObservationTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final ObservationRegistry registry = observed();

	private final Lines lines = new Lines(this.registry);

	@BeforeEach
	void listen() {
		this.lines.begin();
	}

	@AfterEach
	void leave() {
		this.lines.end();
	}

	@Test
	void failureIsLoggedWithinIt() {
		start((delivery) -> {
			throw new IllegalStateException("no");
		});
		this.containers.schedule("a");
		await().until(() -> this.lines.seen("failed in attempt 1;"));
		assertThat(this.lines.observationOf("failed in attempt 1;")).isEqualTo("delayqueue.listener");
	}

	@Test
	void failureOfAStageIsLoggedWithinItWhateverThreadCompletesIt() {
		CompletableFuture<Void> stage = new CompletableFuture<>();
		start((delivery) -> stage);
		this.containers.schedule("a");
		await().until(() -> !stage.completeExceptionally(new IllegalStateException("no"))
				&& this.lines.seen("failed in attempt 1;"));
		assertThat(this.lines.observationOf("failed in attempt 1;")).isEqualTo("delayqueue.listener");
	}

	@Test
	void errorHandlerRunsWithinIt() {
		CompletableFuture<Observation> seen = new CompletableFuture<>();
		DefaultDelayListenerContainer container = create((delivery) -> {
			throw new IllegalStateException("no");
		});
		container.setErrorHandler((delivery, failure) -> seen.complete(this.registry.getCurrentObservation()));
		container.start();
		this.containers.schedule("a");
		assertThat(seen).succeedsWithin(Duration.ofSeconds(20))
			.satisfies((observation) -> assertThat(observation.getContextView().getName())
				.isEqualTo("delayqueue.listener"));
	}

	@Test
	void nothingIsLeftOnTheThreadAfterIt() {
		Map<String, Boolean> clean = new ConcurrentHashMap<>();
		DefaultDelayListenerContainer container = this.containers.concurrency(1).create((delivery) -> null);
		container.setObservationRegistry(this.registry, null);
		container.setTaskExecutor((task) -> new Thread(() -> {
			task.run();
			clean.put("clean", this.registry.getCurrentObservation() == null);
		}).start());
		container.start();
		this.containers.schedule("a");
		await().until(() -> clean.containsKey("clean"));
		assertThat(clean).containsEntry("clean", true);
	}

	private void start(DelayMessageListener listener) {
		create(listener).start();
	}

	private DefaultDelayListenerContainer create(DelayMessageListener listener) {
		DefaultDelayListenerContainer container = this.containers.create(listener);
		container.setObservationRegistry(this.registry, null);
		return container;
	}

	private static ObservationRegistry observed() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler((context) -> true);
		return registry;
	}

	/**
	 * Notes within which observation a line was logged.
	 */
	private static final class Lines extends AppenderBase<ILoggingEvent> {

		private final Logger logger = (Logger) LoggerFactory.getLogger(DefaultDelayListenerContainer.class);

		private final ObservationRegistry registry;

		private final Map<String, String> observations = new ConcurrentHashMap<>();

		private Lines(ObservationRegistry registry) {
			this.registry = registry;
		}

		void begin() {
			start();
			this.logger.addAppender(this);
		}

		void end() {
			this.logger.detachAppender(this);
		}

		@Override
		protected void append(ILoggingEvent event) {
			Observation current = this.registry.getCurrentObservation();
			this.observations.put(event.getFormattedMessage(),
					(current != null) ? current.getContextView().getName() : "none");
		}

		boolean seen(String text) {
			return this.observations.keySet().stream().anyMatch((line) -> line.contains(text));
		}

		String observationOf(String text) {
			return this.observations.entrySet()
				.stream()
				.filter((line) -> line.getKey().contains(text))
				.map(Map.Entry::getValue)
				.findFirst()
				.orElseThrow();
		}

	}

}
