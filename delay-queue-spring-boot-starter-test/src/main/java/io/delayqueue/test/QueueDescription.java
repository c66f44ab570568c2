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

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.delayqueue.MessageState;
import io.delayqueue.store.DeathCause;

/**
 * Describes for people what is in a queue, for the messages of failed assertions.
 */
final class QueueDescription {

	private static final int SHOWN = 10;

	private QueueDescription() {
	}

	static String of(TestQueue queue) {
		StringBuilder text = new StringBuilder("At " + queue.now() + " queue '" + queue.name() + "' holds:");
		List<TestMessage> waiting = queue.messages(MessageState.WAITING);
		List<TestMessage> inFlight = queue.messages(MessageState.IN_FLIGHT);
		List<TestMessage> dead = queue.messages(MessageState.DEAD);
		append(text, "scheduled", waiting, (message) -> scheduled(queue, message));
		append(text, "in flight", inFlight, (message) -> "'" + message.id() + "' in delivery " + message.deliveries()
				+ ": " + message.shownPayload());
		append(text, "dead", dead, QueueDescription::dead);
		if (waiting.isEmpty() && inFlight.isEmpty() && dead.isEmpty()) {
			text.append(" nothing");
		}
		List<Handling> handlings = queue.handlings();
		text.append("\nIts listeners have handled:");
		append(text, "handlings", handlings, Handling::toString);
		if (handlings.isEmpty()) {
			text.append(" nothing");
		}
		return text.toString();
	}

	private static String scheduled(TestQueue queue, TestMessage message) {
		return "'" + message.id() + "' due " + dueIn(Duration.between(queue.now(), message.time())) + ", at "
				+ message.time() + (message.isRecurring() ? ", recurring" : "")
				+ ((message.failures() > 0) ? ", after " + message.failures() + " failures" : "") + ": "
				+ message.shownPayload();
	}

	/**
	 * Describe how far away a due time is.
	 * @param duration how far from now, negative if it is past
	 * @return the text
	 */
	static String dueIn(Duration duration) {
		return duration.isNegative() ? "since " + duration.negated() : "in " + duration;
	}

	private static String dead(TestMessage message) {
		return "'" + message.id() + "' since " + message.time() + ", " + cause(message) + ": " + message.shownPayload();
	}

	/**
	 * Describe what a dead letter died of.
	 * @param message the dead letter
	 * @return the text
	 */
	static String cause(TestMessage message) {
		DeathCause cause = message.deathCause();
		if (cause == null) {
			return "of an unknown cause";
		}
		return cause.reason() + " in attempt " + cause.attempt()
				+ ((cause.exception() != null) ? " with " + cause.exception() : "")
				+ ((cause.message() != null) ? ", \"" + cause.message() + "\"" : "");
	}

	private static <T> void append(StringBuilder text, String title, List<T> items, Function<T, String> describe) {
		if (items.isEmpty()) {
			return;
		}
		text.append("\n  ").append(title).append(" (").append(items.size()).append("):");
		items.stream().limit(SHOWN).forEach((item) -> text.append("\n    ").append(describe.apply(item)));
		if (items.size() > SHOWN) {
			text.append("\n    and ").append(items.size() - SHOWN).append(" more");
		}
	}

}
