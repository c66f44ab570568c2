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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;

/**
 * Lets what follows a handler's stage, such as interceptors and the error handler, run
 * with the thread-local values that the handler's thread had, whatever thread completes
 * the stage. Needs Micrometer's context-propagation.
 */
final class ContextKeepingListener implements DelayMessageListener {

	private final ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().build();

	private final DelayMessageListener listener;

	ContextKeepingListener(DelayMessageListener listener) {
		this.listener = listener;
	}

	@Override
	public @Nullable CompletionStage<?> onMessage(Delivery delivery) throws Exception {
		CompletionStage<?> stage = this.listener.onMessage(delivery);
		if (stage == null) {
			return null;
		}
		ContextSnapshot snapshot = this.snapshots.captureAll();
		CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
		try {
			stage.whenComplete((value, failure) -> {
				try {
					snapshot.wrap(() -> complete(result, failure)).run();
				}
				finally {
					// Whatever those values do when they are set.
					complete(result, failure);
				}
			});
		}
		catch (Throwable ex) {
			complete(result, ex);
		}
		return result;
	}

	private static void complete(CompletableFuture<@Nullable Object> result, @Nullable Throwable failure) {
		if (failure != null) {
			result.completeExceptionally(failure);
		}
		else {
			result.complete(null);
		}
	}

}
