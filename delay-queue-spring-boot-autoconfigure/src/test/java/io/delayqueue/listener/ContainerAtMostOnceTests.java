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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.event.MessageDroppedEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link AckMode#NONE}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ContainerAtMostOnceTests {

	@RegisterExtension
	final Containers containers = new Containers().ackMode(AckMode.NONE);

	private final ScriptedStore store = this.containers.store();

	private final List<String> handled = new CopyOnWriteArrayList<>();

	@Test
	void isGoneBeforeTheHandlerBegins() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			assertThat(this.containers.isGone("a")).isTrue();
			assertThat(delivery.isLeaseLost()).isFalse();
			assertThatIllegalStateException().isThrownBy(delivery.getAcknowledgment()::release);
			this.handled.add(delivery.getId());
			return null;
		});
		await().until(() -> this.handled.size() == 1);
		this.containers.stopAll();
		assertThat(this.store.settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
	}

	@Test
	void handlesManyOnceEach() {
		List<String> ids = IntStream.range(0, 200).mapToObj((i) -> "m" + i).toList();
		ids.forEach(this.containers::schedule);
		start();
		await().until(() -> this.handled.size() == 200);
		assertThat(this.handled).containsExactlyInAnyOrderElementsOf(ids);
	}

	@Test
	void hasNoLeaseThatCouldBeLost() {
		List<Delivery> running = new CopyOnWriteArrayList<>();
		CountDownLatch end = new CountDownLatch(1);
		this.containers.lease(Duration.ofMillis(100)).schedule("a");
		this.containers.start((delivery) -> {
			running.add(delivery);
			end.await();
			return null;
		});
		await().until(() -> running.size() == 1);
		awaitDuring(Duration.ofMillis(200)).until(() -> !running.get(0).isLeaseLost());
		assertThat(this.store.extensions()).isEmpty();
		end.countDown();
	}

	@Test
	void isNotInterruptedForALeaseThatEndsBeforeItIsGone() {
		this.containers.handling(new HandlingSettings(AckMode.NONE, List.of(), true))
			.lease(Duration.ofMillis(300))
			.schedule("a");
		this.store.always(Operation.EXTEND, Containers.NOT_DONE);
		this.store.always(Operation.SETTLE, Containers.NOT_DONE);
		start();
		awaitDuring(Duration.ofMillis(600)).until(this.handled::isEmpty);
		this.store.allAlways(Fault.NONE);
		await().until(() -> this.handled.size() == 1);
		this.containers.stopAll();
		assertThat(this.store.settlements()).isNotEmpty().allMatch(Settlement.Acknowledge.class::isInstance);
	}

	@Test
	void losesWhatFailsAndTellsSo() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			throw new IllegalStateException("boom");
		});
		await().until(() -> !this.containers.events(MessageDroppedEvent.class).isEmpty());
		assertThat(this.containers.events(MessageDroppedEvent.class))
			.containsExactly(new MessageDroppedEvent("test", QUEUE, "a", "FAILED"));
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	void tellsNoPayloadOfWhatDoesNotFit(CapturedOutput output) {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			throw new MessageRejectedException("no", new IllegalArgumentException("secret"));
		});
		await().until(() -> !this.containers.events(MessageDroppedEvent.class).isEmpty());
		assertThat(this.containers.events(MessageDroppedEvent.class))
			.containsExactly(new MessageDroppedEvent("test", QUEUE, "a", "UNDECODABLE"));
		assertThat(output).contains("does not fit").doesNotContain("secret");
	}

	@Test
	void doesNotHandleWhatWasCancelledMeanwhile() {
		this.store.always(Operation.SETTLE, Containers.NOT_DONE);
		this.containers.schedule("a");
		start();
		await().until(() -> !this.store.settles().isEmpty());
		this.store.cancel(QUEUE, "a");
		this.store.always(Operation.SETTLE, ScriptedStore.Fault.NONE);
		this.containers.schedule("b");
		await().until(() -> this.handled.contains("b"));
		assertThat(this.handled).containsExactly("b");
	}

	@Test
	void waitsForTheAnswerWhenAReplyIsLost() {
		this.store.next(Operation.SETTLE, Containers.REPLY_LOST, Containers.NOT_SENT_BUT_UNKNOWN);
		this.containers.lease(Duration.ofMillis(200)).schedule("a");
		AtomicInteger settlesBefore = new AtomicInteger();
		this.containers.start((delivery) -> {
			settlesBefore.set(this.store.settles().size());
			this.handled.add(delivery.getId());
			return null;
		});
		await().until(() -> this.handled.size() == 1);
		assertThat(settlesBefore).hasValue(3);
		awaitDuring(Duration.ofMillis(100)).until(() -> this.handled.size() == 1);
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	void releasesAtTheStopWhatCouldNotBeAcknowledged(CapturedOutput output) {
		this.store.always(Operation.SETTLE, Containers.NOT_DONE);
		this.containers.shutdownTimeout(Duration.ofMillis(50)).schedule("a");
		DefaultDelayListenerContainer container = start();
		await().until(() -> !this.store.settles().isEmpty());
		container.stop(() -> {
		});
		await().until(() -> output.getOut().contains("is released"));
		this.store.always(Operation.SETTLE, ScriptedStore.Fault.NONE);
		container.stop();
		assertThat(this.handled).isEmpty();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
	}

	private DefaultDelayListenerContainer start() {
		return this.containers.start((delivery) -> {
			this.handled.add(delivery.getId());
			return null;
		});
	}

}
