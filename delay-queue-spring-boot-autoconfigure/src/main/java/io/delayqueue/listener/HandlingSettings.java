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

import io.delayqueue.support.InvalidSettingException;

/**
 * How a message and its handler are dealt with once it is claimed.
 *
 * @param ackMode who settles the message, and when
 * @param notRetryable exceptions after which a message is not retried, also as the cause
 * of others
 * @param interruptOnLeaseLost whether a handler's thread is interrupted when its lease is
 * known to be lost, or that of the last message of its batch that is not settled
 * @since 0.1.0
 */
public record HandlingSettings(AckMode ackMode, List<Class<? extends Throwable>> notRetryable,
		boolean interruptOnLeaseLost) {

	/**
	 * Settles by how the handling ends, retries after all exceptions, and interrupts
	 * nobody.
	 */
	public static final HandlingSettings DEFAULTS = new HandlingSettings(AckMode.AUTO, List.of(), false);

	public HandlingSettings {
		notRetryable = checkNotRetryable(notRetryable);
	}

	/**
	 * Check that the classes are those of exceptions, which those from properties need
	 * not be.
	 * @param notRetryable the classes
	 * @return the classes
	 * @throws InvalidSettingException if one is not
	 */
	public static List<Class<? extends Throwable>> checkNotRetryable(List<Class<? extends Throwable>> notRetryable) {
		for (Class<?> type : notRetryable) {
			InvalidSettingException.check("notRetryable", type.getName(),
					(name) -> Throwable.class.isAssignableFrom(type), "must name classes of exceptions");
		}
		return List.copyOf(notRetryable);
	}

}
