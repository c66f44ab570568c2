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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls an interceptor before and after the handling.
 */
final class InterceptorCalls {

	private static final Log logger = LogFactory.getLog(DelayMessageInterceptor.class);

	private InterceptorCalls() {
	}

	static @Nullable CompletionStage<?> around(DelayMessageInterceptor interceptor, Delivery delivery,
			DelayMessageListener next) throws Exception {
		if (!interceptor.beforeHandling(delivery)) {
			ListenerChain.acknowledgeIfUnsettled(delivery);
			return null;
		}
		CompletionStage<?> stage;
		try {
			stage = next.onMessage(delivery);
		}
		catch (Throwable ex) {
			after(interceptor, delivery, ex);
			throw ex;
		}
		if (stage == null) {
			after(interceptor, delivery, null);
			return null;
		}
		return stage.whenComplete((value, failure) -> after(interceptor, delivery, failure));
	}

	private static void after(DelayMessageInterceptor interceptor, Delivery delivery, @Nullable Throwable failure) {
		try {
			interceptor.afterHandling(delivery, (failure != null) ? DeathCauses.unwrap(failure) : null);
		}
		catch (Throwable ex) {
			ThrowableLog.log(ex, (throwable) -> logger.warn("An interceptor failed after the handling of message '"
					+ delivery.getId() + "' of queue '" + delivery.getQueue() + "'", throwable));
		}
	}

}
