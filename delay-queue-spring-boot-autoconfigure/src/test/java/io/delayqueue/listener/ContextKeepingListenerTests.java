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

import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ContextKeepingListener}.
 */
class ContextKeepingListenerTests {

	private static final String KEY = "delayqueue.test";

	private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<@Nullable String> seen = new CopyOnWriteArrayList<>();

	@BeforeEach
	void register() {
		ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, TENANT::get, TENANT::set, TENANT::remove);
	}

	@AfterEach
	void remove() {
		ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
	}

	@Test
	void letsTheErrorHandlerSeeWhatInterceptorsHaveSet() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create((delivery) -> {
			this.seen.add(TENANT.get());
			return stage;
		});
		container.setInterceptors(List.of(new TenantInterceptor()));
		container.setErrorHandler((delivery, failure) -> this.seen.add(TENANT.get()));
		container.start();
		await().until(() -> this.seen.size() == 1);
		Thread completing = new Thread(() -> {
			stage.completeExceptionally(new IllegalStateException("later"));
			this.seen.add(String.valueOf(TENANT.get()));
		});
		completing.start();
		await().until(() -> this.seen.size() == 3);
		assertThat(this.seen).containsExactly("blue", "blue", "null");
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void completesAlthoughAValueCannotBeSet() throws Exception {
		CompletableFuture<String> stage = new CompletableFuture<>();
		ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, () -> "blue", (value) -> {
			throw new IllegalStateException("no");
		}, () -> {
		});
		CompletionStage<?> kept = new ContextKeepingListener((delivery) -> stage)
			.onMessage(ClaimedDeliveries.create("a", new ManualTicker(), 1));
		stage.complete("done");
		assertThat(kept).isNotNull();
		assertThat(kept.toCompletableFuture()).isCompleted();
	}

	private static final class TenantInterceptor implements DelayMessageInterceptor {

		@Override
		public @Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next) throws Exception {
			TENANT.set("blue");
			try {
				return next.onMessage(delivery);
			}
			finally {
				TENANT.remove();
			}
		}

	}

}
