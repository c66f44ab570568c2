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

package io.delayqueue.test;

import java.util.Objects;
import java.util.function.Predicate;

import io.delayqueue.store.DeathCause;

/**
 * Assertions about a dead letter.
 *
 * @since 0.1.0
 */
public final class DeadMessageAssert extends AbstractMessageAssert<DeadMessageAssert> {

	DeadMessageAssert(TestQueue queue, TestMessage message) {
		super(queue, message, DeadMessageAssert.class);
	}

	/**
	 * Verify why the message died.
	 * @param reason the reason
	 * @return this assertion
	 */
	public DeadMessageAssert withReason(DeathCause.Reason reason) {
		return with((cause) -> cause.reason() == reason, "to have died since " + reason);
	}

	/**
	 * Verify which exception the message died of.
	 * @param type the class of the exception itself
	 * @return this assertion
	 */
	public DeadMessageAssert withException(Class<? extends Throwable> type) {
		return with((cause) -> type.getName().equals(cause.exception()), "to have died of " + type.getName());
	}

	/**
	 * Verify what was said when the message died: the text of the exception, or the
	 * reason that its handler gave.
	 * @param text the whole text
	 * @return this assertion
	 */
	public DeadMessageAssert withMessage(String text) {
		return with((cause) -> Objects.equals(text, cause.message()), "to have died with the text \"" + text + "\"");
	}

	/**
	 * Verify part of what was said when the message died.
	 * @param text a part of the text
	 * @return this assertion
	 */
	public DeadMessageAssert withMessageContaining(String text) {
		return with((cause) -> cause.message() != null && cause.message().contains(text),
				"to have died with a text that contains \"" + text + "\"");
	}

	/**
	 * Verify in which attempt the message died.
	 * @param attempt the attempt, from 1
	 * @return this assertion
	 */
	public DeadMessageAssert inAttempt(int attempt) {
		return with((cause) -> cause.attempt() == attempt, "to have died in attempt " + attempt);
	}

	private DeadMessageAssert with(Predicate<DeathCause> condition, String expectation) {
		DeathCause cause = this.actual.deathCause();
		if (cause == null || !condition.test(cause)) {
			throw failed(expectation + ", but it died " + QueueDescription.cause(this.actual));
		}
		return this;
	}

}
