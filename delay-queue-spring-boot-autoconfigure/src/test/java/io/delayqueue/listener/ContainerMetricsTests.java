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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.delayqueue.SpringCitizen;
import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.HandleConvention;
import io.delayqueue.observation.MicrometerListenerMetrics;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.EndedLease.Fate;
import io.delayqueue.store.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what meters are told of the messages of a container.
 */
class ContainerMetricsTests {

	private static final RetryPolicy ONE_RETRY = new RetryPolicy(1, List.of(Duration.ofMillis(1)), Duration.ZERO);

	@RegisterExtension
	final Containers containers = new Containers().maxPollInterval(Duration.ofMillis(50));

	private final MeterRegistry registry = new SimpleMeterRegistry();

	@Test
	void timesWhatIsHandled() {
		start((delivery) -> null);
		this.containers.schedule("a");
		await().until(() -> handled("success", "none").count() == 1);
		assertThat(this.registry.get("delayqueue.lateness").tags("queue", QUEUE, "listener", "test").timer().count())
			.isOne();
	}

	@Test
	void timesUntilTheStageCompletes() {
		CompletableFuture<Void> stage = new CompletableFuture<>();
		start((delivery) -> stage);
		this.containers.schedule("a");
		await().until(() -> this.registry.get("delayqueue.lateness").timer().count() == 1);
		assertThat(handled("success", "none").count()).isZero();
		stage.complete(null);
		await().until(() -> handled("success", "none").count() == 1);
	}

	@Test
	void measuresLatenessWhenTheHandlingBegins() {
		this.containers.schedule("a", Duration.ofMillis(-500));
		start((delivery) -> null);
		await().until(() -> this.registry.get("delayqueue.lateness").timer().count() == 1);
		assertThat(this.registry.get("delayqueue.lateness").timer().totalTime(TimeUnit.MILLISECONDS)).isPositive();
	}

	@Test
	@SpringCitizen("meters")
	void countsFailuresRetriesAndDeadLetters() {
		this.containers.retryPolicy(ONE_RETRY);
		start((delivery) -> {
			throw new ListenerExecutionFailedException("test", QUEUE, "a", new IllegalStateException("no"));
		});
		this.containers.schedule("a");
		await().until(() -> count("dead.lettered", "failed") == 1);
		assertThat(count("retried", "failed")).isOne();
		assertThat(handled("failure", "IllegalStateException").count()).isEqualTo(2);
		assertThat(count("dead.lettered", "expired")).isZero();
	}

	@Test
	void countsWhatIsNotKept() {
		this.containers.retryPolicy(ONE_RETRY).deadLetters(new DeadLetterPolicy(false, true, Duration.ofDays(1), 10));
		start((delivery) -> {
			throw new DoNotRetryException("no");
		});
		this.containers.schedule("a");
		await().until(() -> count("dropped", "failed") == 1);
		assertThat(count("dead.lettered", "failed")).isZero();
	}

	@Test
	@SpringCitizen("meters")
	void countsLostLeasesAndRefusedSettlements() {
		start((delivery) -> {
			this.containers.store().cancel(QUEUE, delivery.getId());
			return null;
		});
		this.containers.schedule("a");
		await().until(() -> counter("lease.lost") == 1);
		assertThat(counter("settlement.stale")).isOne();
	}

	@Test
	void countsWhatComesBackFromADeadConsumer() {
		this.containers.store()
			.mapClaimReplies((reply) -> new ClaimReply(reply.messages(), reply.token(), reply.settlements(),
					List.of(new EndedLease("x", Fate.RETRIED)), List.of("y"), reply.untilNext()));
		start((delivery) -> null);
		await().until(() -> count("retried", "lease-ended") >= 1 && count("dead.lettered", "expired") >= 1);
	}

	@Test
	void handlesMessagesThoughNothingCanBeObserved() {
		DefaultDelayListenerContainer container = this.containers.create((delivery) -> null);
		container.setMetrics((listenerId, queue) -> new BrokenMetrics());
		ObservationRegistry broken = ObservationRegistry.create();
		broken.observationConfig().observationHandler(new BrokenHandler());
		container.setObservationRegistry(broken, new BrokenConvention());
		container.start();
		this.containers.schedule("a");
		this.containers.schedule("b", Duration.ofMillis(5));
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
	}

	private void start(DelayMessageListener listener) {
		DefaultDelayListenerContainer container = this.containers.create(listener);
		container.setMetrics(new MicrometerListenerMetrics(this.registry,
				List.of("failed", "undecodable", "lease-ended", "expired")));
		container.start();
	}

	private Timer handled(String outcome, String exception) {
		Timer timer = this.registry.find("delayqueue.handling")
			.tags("queue", QUEUE, "listener", "test", "outcome", outcome, "exception", exception)
			.timer();
		return (timer != null) ? timer : new SimpleMeterRegistry().timer("none");
	}

	private double count(String name, String reason) {
		return this.registry.get("delayqueue." + name)
			.tags("queue", QUEUE, "listener", "test", "reason", reason)
			.counter()
			.count();
	}

	private double counter(String name) {
		return this.registry.get("delayqueue." + name).tags("queue", QUEUE, "listener", "test").counter().count();
	}

	private static final class BrokenMetrics implements ConsumerMetrics {

		@Override
		public void began(Duration lateness) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void handled(long nanos, @Nullable Throwable failure) {
			throw new IllegalStateException("broken");
		}

	}

	private static final class BrokenConvention implements HandleConvention {

		@Override
		public String getName() {
			return "broken";
		}

	}

	private static final class BrokenHandler implements ObservationHandler<Observation.Context> {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		@Override
		public void onScopeOpened(Observation.Context context) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void onStop(Observation.Context context) {
			throw new IllegalStateException("broken");
		}

	}

}
