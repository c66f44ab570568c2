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

import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.MessageRejectedException;

/**
 * Carries what made an argument impossible out of the invocation.
 */
class ArgumentFailure extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient Exception reason;

	ArgumentFailure(Exception reason) {
		super(null, null, false, false);
		this.reason = reason;
	}

	Exception getReason() {
		return this.reason;
	}

	static MessageRejectedException toRejection(String listener, Delivery delivery, Exception reason) {
		return new MessageRejectedException("Message '" + delivery.getId() + "' of queue '" + delivery.getQueue()
				+ "' does not fit the parameters of listener '" + listener + "'", reason);
	}

}
