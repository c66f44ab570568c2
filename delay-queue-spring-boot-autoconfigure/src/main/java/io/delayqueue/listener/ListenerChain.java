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
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.delayqueue.LeaseLostException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Puts around a listener what is called before and after it: the interceptors, the first
 * one outermost, and around them the error handler.
 */
final class ListenerChain {

	private static final boolean CONTEXT_PROPAGATION = ClassUtils
		.isPresent("io.micrometer.context.ContextSnapshotFactory", ListenerChain.class.getClassLoader());

	private final List<DelayMessageInterceptor> interceptors;

	private final @Nullable DelayListenerErrorHandler errorHandler;

	private final UnaryOperator<DelayMessageListener> outermost;

	ListenerChain(List<DelayMessageInterceptor> interceptors, @Nullable DelayListenerErrorHandler errorHandler) {
		this(interceptors, errorHandler, UnaryOperator.identity());
	}

	/**
	 * Create a chain.
	 * @param interceptors the interceptors
	 * @param errorHandler the error handler, or {@code null} for none
	 * @param outermost puts around all of them what sees how the handling ends
	 */
	ListenerChain(List<DelayMessageInterceptor> interceptors, @Nullable DelayListenerErrorHandler errorHandler,
			UnaryOperator<DelayMessageListener> outermost) {
		this.interceptors = interceptors;
		this.errorHandler = errorHandler;
		this.outermost = outermost;
	}

	DelayMessageListener around(DelayMessageListener listener) {
		DelayMessageListener reached = (delivery) -> {
			if (delivery instanceof ClaimedDelivery claimed) {
				claimed.reachHandler();
			}
			return listener.onMessage(delivery);
		};
		DelayMessageListener chain = CONTEXT_PROPAGATION ? new ContextKeepingListener(reached) : reached;
		for (int i = this.interceptors.size() - 1; i >= 0; i--) {
			DelayMessageInterceptor interceptor = this.interceptors.get(i);
			DelayMessageListener next = chain;
			chain = (delivery) -> interceptor.intercept(delivery, next);
		}
		return this.outermost.apply((this.errorHandler != null) ? handlingErrors(chain, this.errorHandler) : chain);
	}

	private static DelayMessageListener handlingErrors(DelayMessageListener listener,
			DelayListenerErrorHandler errorHandler) {
		return (delivery) -> {
			CompletionStage<?> stage;
			try {
				stage = listener.onMessage(delivery);
			}
			catch (Exception ex) {
				handleError(errorHandler, delivery, ex);
				return null;
			}
			return (stage != null) ? stage.handle((value, failure) -> {
				if (failure != null) {
					handleLater(errorHandler, delivery, failure);
				}
				return null;
			}) : null;
		};
	}

	private static void handleLater(DelayListenerErrorHandler errorHandler, Delivery delivery, Throwable failure) {
		try {
			handleError(errorHandler, delivery, failure);
		}
		catch (Exception ex) {
			throw new CompletionException(ex);
		}
	}

	private static void handleError(DelayListenerErrorHandler errorHandler, Delivery delivery, Throwable failure)
			throws Exception {
		Throwable cause = DeathCauses.unwrap(failure);
		if (cause instanceof Exception exception && !isGivenUp(delivery, cause)) {
			errorHandler.handleError(delivery, exception);
			acknowledgeIfUnsettled(delivery);
		}
		else if (failure instanceof Exception exception) {
			throw exception;
		}
		else {
			throw new CompletionException(failure);
		}
	}

	private static boolean isGivenUp(Delivery delivery, Throwable cause) {
		return (cause instanceof LeaseLostException && delivery.isLeaseLost())
				|| (delivery instanceof ClaimedDelivery claimed && claimed.wasInterrupted());
	}

	/**
	 * Acknowledge a message that counts as handled in all modes, unless it was settled
	 * otherwise.
	 * @param delivery the delivery
	 */
	static void acknowledgeIfUnsettled(Delivery delivery) {
		try {
			delivery.getAcknowledgment().acknowledge();
		}
		catch (IllegalStateException ex) {
			// So it has been settled.
		}
	}

}
