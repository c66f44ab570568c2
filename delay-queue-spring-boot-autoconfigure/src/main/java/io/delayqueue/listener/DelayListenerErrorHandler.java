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

/**
 * Sees what a listener fails with before it is decided what becomes of the message. Comes
 * after all {@link DelayMessageInterceptor interceptors} and also sees what they throw.
 * Not called when a handler was interrupted, by a stop or for a lost lease, when a
 * message was given up since its lease was lost, nor for {@link Error}s.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DelayListenerErrorHandler {

	/**
	 * Handle a failure. A normal return means that the message is dealt with: it is
	 * acknowledged, with {@link AckMode#MANUAL} too, unless
	 * {@link Delivery#getAcknowledgment()} was used to settle it otherwise. What is
	 * thrown, the same exception or another one, is judged as if the listener had thrown
	 * it.
	 * @param delivery the delivery
	 * @param failure what the listener threw, or its stage failed with, without what was
	 * wrapped around it on the way
	 * @throws Exception if the message is not dealt with
	 */
	void handleError(Delivery delivery, Exception failure) throws Exception;

}
