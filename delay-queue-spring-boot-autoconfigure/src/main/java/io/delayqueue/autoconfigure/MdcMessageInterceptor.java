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

package io.delayqueue.autoconfigure;

import java.util.concurrent.CompletionStage;

import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.support.DelayHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.slf4j.MDC.MDCCloseable;

import org.springframework.core.Ordered;

/**
 * Names queue and message to whatever the handler's thread logs, by the names of the
 * headers.
 */
class MdcMessageInterceptor implements DelayMessageInterceptor, Ordered {

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	@SuppressWarnings("try")
	public @Nullable CompletionStage<?> intercept(Delivery delivery, DelayMessageListener next) throws Exception {
		try (MDCCloseable queue = MDC.putCloseable(DelayHeaders.QUEUE, delivery.getQueue());
				MDCCloseable id = MDC.putCloseable(DelayHeaders.ID, delivery.getId())) {
			return next.onMessage(delivery);
		}
	}

}
