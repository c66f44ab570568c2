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

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.delayqueue.MessageState;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayMessageInterceptor}.
 */
class ContainerInterceptorTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<String> calls = new CopyOnWriteArrayList<>();

	@Test
	void comesAroundTheHandlerInOrder() {
		start(handling(() -> null), new Noting("outer"), new Noting("inner"));
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.calls).containsExactly("outer before", "inner before", "handled", "inner after null",
				"outer after null");
	}

	@Test
	void comesAfterTheCompletionOfAStage() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		start(handling(() -> stage), new Noting("it"));
		await().until(() -> this.calls.contains("handled"));
		assertThat(this.calls).containsExactly("it before", "handled");
		stage.complete("done");
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.calls).containsExactly("it before", "handled", "it after null");
	}

	@Test
	void learnsWhatWentWrong() {
		start((delivery) -> {
			if (delivery.getAttempt() == 1) {
				throw new ListenerExecutionFailedException("test", QUEUE, "a", new IllegalStateException("now"));
			}
			return (delivery.getAttempt() == 2) ? CompletableFuture.failedFuture(new IllegalStateException("later"))
					: null;
		}, new Noting("it"));
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.calls).containsExactly("it before", "it after java.lang.IllegalStateException: now",
				"it before", "it after java.lang.IllegalStateException: later", "it before", "it after null");
	}

	@ParameterizedTest
	@EnumSource(AckMode.class)
	void acknowledgesWhatIsSkipped(AckMode ackMode) {
		this.containers.ackMode(ackMode);
		start(handling(() -> null), new Noting("outer"), new Noting("skipping") {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				return false;
			}
		}, new Noting("inner"));
		await().until(() -> this.containers.isGone("a") && this.calls.size() == 2);
		this.containers.stopAll();
		assertThat(this.calls).containsExactly("outer before", "outer after null");
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@ParameterizedTest
	@EnumSource(AckMode.class)
	void acknowledgesWhatIsNotPassedOn(AckMode ackMode) {
		this.containers.ackMode(ackMode);
		start(handling(() -> null), new DelayMessageInterceptor() {

			@Override
			public @Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next) {
				return null;
			}

		});
		await().until(() -> this.containers.isGone("a"));
		this.containers.stopAll();
		assertThat(this.calls).isEmpty();
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	void settlesWhatItSkipsOtherwise() {
		start(handling(() -> null), new Noting("skipping") {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				delivery.getAcknowledgment().deadLetter("not for us");
				return false;
			}
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.containers.cause("a").message()).isEqualTo("not for us");
	}

	@Test
	void letsTheMessageFail() {
		start(handling(() -> null), new Noting("it") {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				throw new DoNotRetryException("refused");
			}
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.calls).isEmpty();
		assertThat(this.containers.cause("a").message()).isEqualTo("refused");
	}

	@Test
	void changesNothingByFailingAfterwards() {
		start(handling(() -> null), new Noting("it") {
			@Override
			public void afterHandling(Delivery delivery, @Nullable Throwable failure) {
				throw new IllegalStateException("too late");
			}
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	void mayReturnSomethingElse() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		start(handling(() -> null), new DelayMessageInterceptor() {
			@Override
			public @Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next)
					throws Exception {
				next.onMessage(delivery);
				return stage;
			}
		});
		await().until(() -> this.calls.contains("handled"));
		assertThat(this.containers.state("a")).isEqualTo(MessageState.IN_FLIGHT);
		stage.complete("done");
		await().until(() -> this.containers.isGone("a"));
	}

	private DelayMessageListener handling(Supplier<@Nullable CompletionStage<?>> result) {
		return (delivery) -> {
			this.calls.add("handled");
			return result.get();
		};
	}

	private void start(DelayMessageListener listener, DelayMessageInterceptor... interceptors) {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(listener);
		container.setInterceptors(List.of(interceptors));
		container.start();
	}

	private class Noting implements DelayMessageInterceptor {

		private final String name;

		Noting(String name) {
			this.name = name;
		}

		@Override
		public boolean beforeHandling(Delivery delivery) {
			ContainerInterceptorTests.this.calls.add(this.name + " before");
			return true;
		}

		@Override
		public void afterHandling(Delivery delivery, @Nullable Throwable failure) {
			ContainerInterceptorTests.this.calls.add(this.name + " after " + failure);
		}

	}

}
