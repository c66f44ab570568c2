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

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Comes around the handling of each message, of all listeners: for logging, measuring,
 * setting up and tearing down what handlers need. Of several, the one with the highest
 * precedence is the outermost. Implement {@link #beforeHandling} and
 * {@link #afterHandling}, or {@link #intercept} for more.
 *
 * @since 0.1.0
 */
public interface DelayMessageInterceptor {

	/**
	 * Called on the handler's thread before it.
	 * @param delivery the delivery
	 * @return whether to go on. If not, neither the handler nor {@link #afterHandling} of
	 * this interceptor is called and the message counts as handled: it is acknowledged,
	 * with {@link AckMode#MANUAL} too, unless {@link Delivery#getAcknowledgment()} was
	 * used to settle it otherwise
	 * @throws Exception to let the message fail as if the handler had thrown it
	 */
	default boolean beforeHandling(Delivery delivery) throws Exception {
		return true;
	}

	/**
	 * Called when the handler has returned, or its stage has completed: then on the
	 * thread that completes it. What this method throws is logged and changes nothing.
	 * @param delivery the delivery
	 * @param failure what the handler threw, without what was wrapped around it on the
	 * way; {@code null} if all went well
	 */
	default void afterHandling(Delivery delivery, @Nullable Throwable failure) {
	}

	/**
	 * Come around the handling. Whoever overrides this method calls {@code next}, or does
	 * not, and may return something else than it did.
	 * @param delivery the delivery
	 * @param next the next interceptor, or the handler
	 * @return {@code null} if the message is handled, or a stage that completes when it
	 * is. If {@code next} was not called, the message is then acknowledged, with
	 * {@link AckMode#MANUAL} too, unless it was settled otherwise
	 * @throws Exception if the message could not be handled
	 */
	default @Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next) throws Exception {
		return InterceptorCalls.around(this, delivery, next);
	}

}
