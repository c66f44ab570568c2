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

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.delayqueue.LeaseLostException;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.MessageRejectedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what {@link MethodDelayMessageListener} does with deliveries whose lease is
 * lost before the method is called, and with methods that give up.
 */
class LostLeaseTests {

	private final Handler handler = new Handler();

	private final SlowConverter converter = new SlowConverter();

	private final TestDelivery delivery = TestDelivery.text("p").withLeaseLost(() -> this.converter.leaseLost);

	@Test
	void doesNotCallTheMethodWhenTheLeaseIsLostWhileThePayloadIsConverted() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> converting("handle").onMessage(this.delivery))
			.satisfies((ex) -> assertThat(ex.getQueue()).isEqualTo("orders"))
			.satisfies((ex) -> assertThat(ex.getId()).isEqualTo("m-1"));
		assertThat(this.handler.calls).isZero();
	}

	@Test
	void callsTheMethodWhenTheLeaseLasts() throws Exception {
		converting("handle").onMessage(TestDelivery.text("p"));
		assertThat(this.handler.calls).isOne();
	}

	@Test
	void rejectsWhatDoesNotFitEvenIfTheLeaseIsLostMeanwhile() {
		this.converter.fails = true;
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> converting("handle").onMessage(this.delivery));
	}

	@Test
	void doesNotCallAMethodOfAReplacedFactoryWhenTheLeaseIsLostBefore() {
		this.converter.leaseLost = true;
		DelayMessageListener listener = Listeners.of(this.handler, "text", Listeners.springsOwnFactory());
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> listener.onMessage(this.delivery));
		assertThat(this.handler.calls).isZero();
	}

	@Test
	void letsTheMethodGiveUp() {
		assertThatException().isThrownBy(() -> Listeners.of(this.handler, "giveUp").onMessage(this.delivery))
			.isSameAs(this.handler.failure);
	}

	@Test
	void letsTheStageOfTheMethodGiveUp() throws Exception {
		CompletionStage<?> stage = Listeners.of(this.handler, "giveUpLater").onMessage(this.delivery);
		assertThat(stage).isNotNull();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(stage.toCompletableFuture()::join)
			.havingCause()
			.isSameAs(this.handler.failure);
	}

	private DelayMessageListener converting(String method) {
		return Listeners.of(this.handler, method, new DelayHandlerMethodFactory(this.converter,
				new DefaultFormattingConversionService(), List.of(), null, null));
	}

	/**
	 * Takes so long that the lease is lost meanwhile.
	 */
	private static final class SlowConverter implements MessageConverter {

		private boolean leaseLost;

		private boolean fails;

		@Override
		public @Nullable Object fromMessage(Message<?> message, Class<?> targetClass) {
			this.leaseLost = true;
			return this.fails ? null : new Payload();
		}

		@Override
		public @Nullable Message<?> toMessage(Object payload, @Nullable MessageHeaders headers) {
			throw new UnsupportedOperationException();
		}

	}

	private record Payload() {

	}

	static class Handler {

		private final LeaseLostException failure = new LeaseLostException("orders", "m-1");

		private int calls;

		void handle(Payload payload) {
			this.calls++;
		}

		void text(String payload) {
			this.calls++;
		}

		void giveUp(String payload) {
			throw this.failure;
		}

		CompletionStage<String> giveUpLater(String payload) {
			return CompletableFuture.failedFuture(this.failure);
		}

	}

}
