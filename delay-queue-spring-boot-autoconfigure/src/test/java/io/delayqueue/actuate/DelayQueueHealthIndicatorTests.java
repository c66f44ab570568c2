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
import java.util.Set;

import io.delayqueue.SpringCitizen;
import io.delayqueue.actuate.ListenerDescriptor.State;
import io.delayqueue.config.DelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerEndpoint;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.listener.PollStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayQueueHealthIndicator}.
 */
class DelayQueueHealthIndicatorTests {

	private static final Duration THRESHOLD = Duration.ofSeconds(30);

	private final DelayListenerEndpointRegistry registry = new DelayListenerEndpointRegistry();

	private final DelayQueueHealthIndicator indicator = new DelayQueueHealthIndicator(this.registry, THRESHOLD);

	@Test
	void isUpWithoutListeners() {
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void isUpWhileListenersRun() {
		container("mailer", true, status(false, Duration.ofMillis(1200).plusNanos(5), Duration.ZERO));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(listener(health, "mailer").state()).isEqualTo(State.RUNNING);
		assertThat(listener(health, "mailer").queues()).containsExactly(
				entry("mail", new ListenerDescriptor.PollerDescriptor(false, Duration.ofMillis(1200), null)));
	}

	@Test
	@SpringCitizen("running")
	void isDownIfAPollerHasEnded() {
		container("well", true, status(false, Duration.ZERO, Duration.ZERO));
		container("mailer", false, status(true, Duration.ZERO, Duration.ZERO));
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.DOWN);
		assertThat(listener(this.indicator.health(), "mailer").state()).isEqualTo(State.ENDED);
		assertThat(listener(this.indicator.health(), "well").state()).isEqualTo(State.RUNNING);
	}

	@Test
	void isUpWhileTheStoreFailsForAShortTime() {
		DelayListenerContainer container = container("mailer", true, status(false, Duration.ZERO, THRESHOLD));
		given(container.getFailingQueues()).willReturn(Set.of("mail"));
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
		assertThat(listener(this.indicator.health(), "mailer").state()).isEqualTo(State.FAILING);
	}

	@Test
	void isDownWhenTheStoreFailsForTooLong() {
		container("mailer", true, status(false, null, THRESHOLD.plusMillis(1)));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(listener(health, "mailer").queues().get("mail").troubleFor()).isEqualTo(THRESHOLD.plusMillis(1));
	}

	@Test
	void isUpIfAListenerWasStoppedByHand() {
		container("mailer", false, null);
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
		assertThat(listener(this.indicator.health(), "mailer").state()).isEqualTo(State.STOPPED);
	}

	@Test
	void isUpIfAListenerIsPaused() {
		DelayListenerContainer container = container("mailer", true, status(false, Duration.ofHours(1), Duration.ZERO));
		given(container.isPaused()).willReturn(true);
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
		assertThat(listener(this.indicator.health(), "mailer").state()).isEqualTo(State.PAUSED);
	}

	private static ListenerDescriptor listener(Health health, String id) {
		return (ListenerDescriptor) ((Map<?, ?>) health.getDetails().get("listeners")).get(id);
	}

	private static PollStatus status(boolean ended, @Nullable Duration sinceLastSuccess, Duration troubleFor) {
		return new PollStatus(ended, sinceLastSuccess, troubleFor);
	}

	private DelayListenerContainer container(String id, boolean running, @Nullable PollStatus status) {
		DelayListenerContainer container = mock();
		given(container.getId()).willReturn(id);
		given(container.isRunning()).willReturn(running);
		given(container.getPollStatus()).willReturn((status != null) ? Map.of("mail", status) : Map.of());
		DelayListenerEndpoint endpoint = mock();
		given(endpoint.getId()).willReturn(id);
		DelayListenerContainerFactory<DelayListenerContainer> factory = (listener) -> container;
		this.registry.register(endpoint, factory);
		return container;
	}

}
