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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.ListenerExecutionFailedException;
import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ReturnedStages}.
 */
class ReturnedStagesTests {

	private final Handler handler = new Handler();

	@Test
	@SpringCitizen("return types")
	void completesWhenTheMonoHasItsValue() throws Exception {
		CompletableFuture<?> stage = call("mono");
		assertThat(stage).isNotDone();
		this.handler.sink.tryEmitValue("done");
		assertThat(stage).isCompleted();
	}

	@Test
	void completesWhenTheMonoIsEmpty() throws Exception {
		CompletableFuture<?> stage = call("mono");
		this.handler.sink.tryEmitEmpty();
		assertThat(stage).isCompleted();
	}

	@Test
	void failsWhenTheMonoFails() throws Exception {
		CompletableFuture<?> stage = call("mono");
		this.handler.sink.tryEmitError(new IllegalStateException("boom"));
		assertThat(stage).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(ListenerExecutionFailedException.class)
			.havingCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessage("boom");
	}

	@Test
	void takesNoMonoForAnEmptyOne() throws Exception {
		assertThat(Listeners.of(this.handler, "noMono").onMessage(TestDelivery.text(""))).isNull();
	}

	@Test
	void handsTheThreadsContextToTheMono() throws Exception {
		ThreadLocal<@Nullable String> tenant = ThreadLocal.withInitial(() -> "blue");
		ContextRegistry.getInstance()
			.registerThreadLocalAccessor("delayqueue.test.mono", tenant::get, tenant::set, tenant::remove);
		try {
			call("contextual");
			assertThat(this.handler.seen).isEqualTo("blue");
		}
		finally {
			ContextRegistry.getInstance().removeThreadLocalAccessor("delayqueue.test.mono");
		}
	}

	@Test
	void refusesFlux() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "flux"))
			.withMessage("It returns reactor.core.publisher.Flux, whose values nobody would receive. "
					+ "Return a Mono, Flux.then() for example");
	}

	@Test
	void refusesAPublisherOfWhoKnowsHowMany() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "publisher"))
			.withMessageStartingWith("It returns org.reactivestreams.Publisher, whose values");
	}

	private CompletableFuture<?> call(String method) throws Exception {
		CompletionStage<?> stage = Listeners.of(this.handler, method).onMessage(TestDelivery.text("text"));
		assertThat(stage).isNotNull();
		return stage.toCompletableFuture();
	}

	static class Handler {

		private final Sinks.One<String> sink = Sinks.one();

		private @Nullable String seen;

		Mono<String> mono(String payload) {
			return this.sink.asMono();
		}

		@Nullable Mono<String> noMono(String payload) {
			return null;
		}

		Mono<Void> contextual(String payload) {
			return Mono.deferContextual((context) -> {
				this.seen = context.get("delayqueue.test.mono");
				return Mono.empty();
			});
		}

		Flux<String> flux(String payload) {
			return Flux.empty();
		}

		Publisher<String> publisher(String payload) {
			return Flux.empty();
		}

	}

}
