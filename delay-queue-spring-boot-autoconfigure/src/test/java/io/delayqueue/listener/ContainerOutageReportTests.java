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

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DefaultDelayListenerContainer} tells of outages: once in the log for all
 * that is consumed from the store, once per queue in the events.
 */
@ExtendWith(OutputCaptureExtension.class)
class ContainerOutageReportTests {

	private static final Fault UNAVAILABLE = Fault.refused(() -> new StoreUnavailableException("down", null));

	private static final Fault UNKNOWN = Fault.refused(() -> new OutcomeUnknownException("no reply", null));

	private static final Fault OF_THE_QUEUE = Fault.refused(() -> new DelayQueueException("a wrong type"));

	@RegisterExtension
	private final Containers containers = new Containers().maxPollInterval(Duration.ofMillis(50));

	private final ScriptedStore store = this.containers.store();

	@Test
	void outageOfTheStoreIsOneWarningForAllQueues(CapturedOutput output) {
		this.store.allAlways(UNAVAILABLE);
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> null, "a", "b", "c");
		await().until(() -> this.containers.events(PollFailedEvent.class).size() == 3);
		assertThat(container.getFailingQueues()).containsExactly("a", "b", "c");
		assertThat(container.isRunning()).isTrue();
		this.store.allAlways(UNKNOWN);
		int calls = this.store.calls();
		await().until(() -> this.store.calls() > calls + 3);
		this.store.allAlways(Fault.NONE);
		await().until(() -> this.containers.events(PollRecoveredEvent.class).size() == 3);
		assertThat(container.getFailingQueues()).isEmpty();
		assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).hasSize(1);
		assertThat(output.getAll().lines().filter((line) -> line.contains("again after"))).hasSize(1);
	}

	@Test
	void failureOfAQueueIsAWarningOfItsOwn(CapturedOutput output) {
		this.store.allAlways(OF_THE_QUEUE);
		this.containers.start((delivery) -> null, "a", "b", "c");
		await().until(() -> this.containers.events(PollFailedEvent.class).size() == 3);
		assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).hasSize(3);
	}

	@Test
	void failureOfAQueueIsWarnedOfWhenItComesToLightAfterAnOutage(CapturedOutput output) {
		this.store.allAlways(UNAVAILABLE);
		this.containers.start((delivery) -> null, "a", "b");
		await().until(() -> this.containers.events(PollFailedEvent.class).size() == 2);
		this.store.allAlways(OF_THE_QUEUE);
		await().until(() -> output.getAll().lines().filter((line) -> line.contains("WARN")).count() == 3);
		assertThat(output.getAll()).contains("can't " + Operation.CLAIM.text() + " queue 'a' and keeps trying");
		assertThat(output.getAll()).contains("can't " + Operation.CLAIM.text() + " queue 'b' and keeps trying");
	}

	@Test
	void pausedContainerFailsOnNoQueueThatItDoesNotAsk() {
		this.store.allAlways(OF_THE_QUEUE);
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> null);
		await().until(() -> !container.getFailingQueues().isEmpty());
		container.pause();
		await().until(() -> container.getFailingQueues().isEmpty());
		await().until(() -> this.containers.events(PollRecoveredEvent.class).size() == 1);
	}

	@Test
	void pausedContainerHidesNoLaterOutage(CapturedOutput output) {
		this.store.allAlways(UNAVAILABLE);
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> null);
		await().until(() -> !container.getFailingQueues().isEmpty());
		container.pause();
		this.store.allAlways(Fault.NONE);
		await().until(() -> container.getFailingQueues().isEmpty());
		this.store.allAlways(UNAVAILABLE);
		container.resume();
		await().until(() -> output.getAll().lines().filter((line) -> line.contains("WARN")).count() == 2);
	}

	@Test
	void stoppedContainerFailsOnNoQueue() {
		this.store.allAlways(UNAVAILABLE);
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> null);
		await().until(() -> !container.getFailingQueues().isEmpty());
		container.stop();
		assertThat(container.getFailingQueues()).isEmpty();
	}

}
