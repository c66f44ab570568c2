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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.Assert;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how a call of a batch listener ends for each of its messages, whatever those
 * who take part in it do.
 */
class ContainerBatchEndTests {

	@RegisterExtension
	final Containers containers = new Containers().concurrency(1);

	private final List<List<String>> batches = new CopyOnWriteArrayList<>();

	@ParameterizedTest
	@MethodSource("unusableNames")
	void letsAllFailWhenTheNamedOnesCannotBeHad(BatchListenerFailedException failure) {
		start((ids) -> {
			throw failure;
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 2);
		assertThat(this.containers.cause("a").exception()).isEqualTo(DoNotRetryException.class.getName());
	}

	@ParameterizedTest
	@MethodSource("unusableNames")
	void letsAllFailWhenTheNamedOnesOfAStageCannotBeHad(BatchListenerFailedException failure) {
		start((ids) -> CompletableFuture.failedFuture(failure));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 2);
	}

	static List<BatchListenerFailedException> unusableNames() {
		DoNotRetryException cause = new DoNotRetryException("no");
		return List.of(new BatchListenerFailedException(Arrays.asList("a", null), cause), new Failed(cause, () -> {
			throw new StackOverflowError();
		}), new Failed(cause, Set::of));
	}

	@Test
	void callsTheListenerForOneThatAnInterceptorTriesAgain() {
		start((ids) -> {
			if (ids.size() > 1) {
				throw new IllegalStateException("once more");
			}
			return null;
		}, (delivery, next) -> again(next.onMessage(delivery), () -> next.onMessage(delivery)));
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
		this.containers.stopAll();
		assertThat(this.batches).containsExactly(List.of("a", "b"), List.of("a"), List.of("b"));
		assertThat(this.containers.store().settlements()).hasSize(2).allMatch(Settlement.Acknowledge.class::isInstance);
	}

	@Test
	void takesOneThatAnInterceptorPassesOnTwiceForOne() {
		start((ids) -> null, (delivery, next) -> {
			next.onMessage(delivery);
			return next.onMessage(delivery);
		});
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
		assertThat(this.batches).containsExactly(List.of("a", "b"));
	}

	private static CompletionStage<?> again(@Nullable CompletionStage<?> stage, Callable<?> next) {
		CompletableFuture<Void> end = new CompletableFuture<>();
		Assert.state(stage != null, "A call of several messages has not ended yet");
		stage.whenComplete((value, failure) -> {
			try {
				if (failure != null) {
					next.call();
				}
				end.complete(null);
			}
			catch (Exception ex) {
				end.completeExceptionally(ex);
			}
		});
		return end;
	}

	private void start(Function<List<String>, @Nullable CompletionStage<?>> listener, Around... interceptors) {
		this.containers.schedule("a");
		this.containers.schedule("b");
		DefaultDelayListenerContainer container = this.containers.create(new Batches(listener));
		container.setInterceptors(List.of(interceptors));
		container.start();
	}

	/**
	 * An interceptor that decides itself what to call.
	 */
	private interface Around extends DelayMessageInterceptor {

		@Override
		@Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next) throws Exception;

	}

	private final class Batches implements BatchDelayMessageListener<String> {

		private final Function<List<String>, @Nullable CompletionStage<?>> listener;

		Batches(Function<List<String>, @Nullable CompletionStage<?>> listener) {
			this.listener = listener;
		}

		@Override
		public int getBatchSize() {
			return 10;
		}

		@Override
		public String prepare(Delivery delivery) {
			return delivery.getId();
		}

		@Override
		public @Nullable CompletionStage<?> onMessages(List<String> items) {
			ContainerBatchEndTests.this.batches.add(new ArrayList<>(items));
			return this.listener.apply(items);
		}

	}

	/**
	 * Names its messages in a way of its own.
	 */
	@SuppressWarnings("serial")
	private static final class Failed extends BatchListenerFailedException {

		private final Callable<Set<String>> names;

		Failed(Throwable cause, Callable<Set<String>> names) {
			super(List.of("a"), cause);
			this.names = names;
		}

		@Override
		public Set<String> getIds() {
			try {
				return this.names.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
