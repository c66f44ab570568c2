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

package io.delayqueue.listener.adapter;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * Turns what listener methods return into stages. Single values of reactive libraries,
 * Reactor's {@link Mono} above all, need Reactor on the class path; nothing else does.
 */
final class ReturnedStages {

	private static final boolean REACTOR = ClassUtils.isPresent("reactor.core.publisher.Mono",
			ReturnedStages.class.getClassLoader());

	private ReturnedStages() {
	}

	/**
	 * Return what turns the results of a method into stages.
	 * @param type what the method returns
	 * @return the function, or {@code null} if the method returns nothing
	 * @throws IllegalStateException if nobody would receive what it returns
	 */
	static @Nullable Function<Object, CompletionStage<?>> of(Class<?> type) {
		if (type == void.class || type == Void.class || type.getName().equals("kotlin.Unit")) {
			return null;
		}
		if (CompletionStage.class.isAssignableFrom(type)) {
			return (result) -> (CompletionStage<?>) result;
		}
		ReactiveAdapter adapter = REACTOR ? ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) : null;
		Assert.state(adapter != null,
				() -> "It returns " + type.getTypeName() + ", which nobody would receive. Return void, or a "
						+ "CompletionStage such as CompletableFuture or a Mono to let the message count as handled "
						+ "when that completes");
		Assert.state(!adapter.isMultiValue(), () -> "It returns " + type.getTypeName()
				+ ", whose values nobody would receive. Return a Mono, Flux.then() for example");
		return (result) -> Reactive.toStage(adapter, result);
	}

	/**
	 * The only place that uses Reactor.
	 */
	private static final class Reactive {

		static CompletionStage<?> toStage(ReactiveAdapter adapter, Object result) {
			return Mono.from(adapter.toPublisher(result)).contextCapture().toFuture();
		}

	}

}
