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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

import io.delayqueue.LeaseLostException;
import io.delayqueue.observation.QuietObservation;
import org.jspecify.annotations.Nullable;

/**
 * One call of a batch listener, to which deliveries are added one by one and which ends
 * for each of them in its own way.
 *
 * @param <T> what the listener turns a delivery into
 */
final class BatchCall<T> {

	private final BatchDelayMessageListener<T> listener;

	private final Map<Delivery, T> items = new LinkedHashMap<>();

	private final Map<Delivery, CompletableFuture<Void>> ends = new LinkedHashMap<>();

	private @Nullable CompletionStage<?> stage;

	private @Nullable Throwable failure;

	private final IntFunction<Handling> observer;

	private Handling handling = Handling.UNSEEN;

	private volatile boolean begun;

	BatchCall(BatchDelayMessageListener<T> listener, IntFunction<Handling> observer) {
		this.listener = listener;
		this.observer = observer;
	}

	/**
	 * Add a delivery. One that comes when the call has begun, as from an interceptor that
	 * tries again, has a call of its own.
	 * @param delivery the delivery
	 * @return completes when its part of the call has ended
	 * @throws MessageRejectedException if it does not fit the listener
	 * @throws LeaseLostException if it is too late for it
	 * @throws Exception what its own call throws
	 */
	@Nullable CompletionStage<?> add(Delivery delivery) throws Exception {
		if (this.begun) {
			if (delivery.isLeaseLost()) {
				throw new LeaseLostException(delivery.getQueue(), delivery.getId());
			}
			return this.listener.onMessage(delivery);
		}
		CompletableFuture<Void> end = this.ends.get(delivery);
		if (end == null) {
			this.items.put(delivery, this.listener.prepare(delivery));
			end = new CompletableFuture<>();
			this.ends.put(delivery, end);
		}
		return end;
	}

	/**
	 * Call the listener with all that have not lost their lease while the others were
	 * prepared.
	 */
	@SuppressWarnings("try")
	void run() {
		this.begun = true;
		List.copyOf(this.items.keySet()).stream().filter(Delivery::isLeaseLost).forEach(this::leaveOut);
		if (this.items.isEmpty()) {
			return;
		}
		this.handling = this.observer.apply(this.items.size());
		try (QuietObservation.Scope scope = this.handling.open()) {
			this.stage = this.listener.onMessages(List.copyOf(this.items.values()));
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
	}

	private void leaveOut(Delivery delivery) {
		this.items.remove(delivery);
		CompletableFuture<Void> end = this.ends.remove(delivery);
		if (end != null) {
			end.completeExceptionally(new LeaseLostException(delivery.getQueue(), delivery.getId()));
		}
	}

	void failed(Throwable failure) {
		this.begun = true;
		this.failure = failure;
	}

	/**
	 * Pass the end of the call on to its deliveries, now or when its stage completes.
	 */
	void complete() {
		CompletionStage<?> stage = this.stage;
		if (stage == null) {
			complete(this.failure);
			return;
		}
		try {
			stage.whenComplete((value, failure) -> complete(failure));
		}
		catch (Throwable ex) {
			complete(ex);
		}
	}

	private void complete(@Nullable Throwable failure) {
		this.handling.end(failure);
		Set<String> named = (failure != null) ? namedIds(failure) : Set.of();
		this.ends.forEach((delivery, end) -> {
			if (failure != null && (named.isEmpty() || named.contains(delivery.getId()))) {
				end.completeExceptionally(failure);
			}
			else {
				end.complete(null);
			}
		});
	}

	// None stands for all: if others are named than those in this call, or they can't be
	// had, nobody would be told, or the call would never end.
	private Set<String> namedIds(Throwable failure) {
		try {
			Set<String> all = this.ends.keySet().stream().map(Delivery::getId).collect(Collectors.toSet());
			return DeathCauses.chain(failure)
				.stream()
				.filter(BatchListenerFailedException.class::isInstance)
				.map((exception) -> Set.copyOf(((BatchListenerFailedException) exception).getIds()))
				.filter(all::containsAll)
				.findFirst()
				.orElse(Set.of());
		}
		catch (Throwable ex) {
			return Set.of();
		}
	}

}
