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

package io.delayqueue.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.listener.PollStatus;
import org.jspecify.annotations.Nullable;

/**
 * A listener of this application.
 *
 * @param state how it is
 * @param queues how it gets on with each of its queues, by the queue's name; empty if it
 * is not running
 * @since 0.1.0
 */
public record ListenerDescriptor(State state, Map<String, PollerDescriptor> queues) {

	private static final Duration LONG_FOR_A_REPLY = Duration.ofSeconds(1);

	static ListenerDescriptor of(DelayListenerContainer container) {
		Map<String, PollerDescriptor> pollers = new LinkedHashMap<>();
		container.getPollStatus().forEach((queue, status) -> pollers.put(queue, PollerDescriptor.of(status)));
		return new ListenerDescriptor(stateOf(container, pollers), pollers);
	}

	private static State stateOf(DelayListenerContainer container, Map<String, PollerDescriptor> pollers) {
		if (pollers.values().stream().anyMatch(PollerDescriptor::ended)) {
			return State.ENDED;
		}
		if (!container.isRunning()) {
			return State.STOPPED;
		}
		if (!container.getFailingQueues().isEmpty()
				|| pollers.values().stream().anyMatch((poller) -> poller.isInTroubleFor(LONG_FOR_A_REPLY))) {
			return State.FAILING;
		}
		return container.isPaused() ? State.PAUSED : State.RUNNING;
	}

	/**
	 * How a listener is.
	 */
	public enum State {

		/**
		 * It consumes.
		 */
		RUNNING,

		/**
		 * It runs, but was told to claim nothing for the time being.
		 */
		PAUSED,

		/**
		 * It runs, but the store can't be used for one of its queues at least; it goes on
		 * trying.
		 */
		FAILING,

		/**
		 * One of its pollers has ended without having been told to: it must be started
		 * anew.
		 */
		ENDED,

		/**
		 * It was not started, or was stopped.
		 */
		STOPPED

	}

	/**
	 * How a listener gets on with one queue.
	 *
	 * @param ended whether its poller has ended without having been told to
	 * @param sinceLastSuccess how long ago the store last did what it was asked to;
	 * {@code null} if it never has
	 * @param troubleFor how long the store has been failing or silent; {@code null} if
	 * all is well
	 */
	public record PollerDescriptor(boolean ended, @Nullable Duration sinceLastSuccess, @Nullable Duration troubleFor) {

		static PollerDescriptor of(PollStatus status) {
			Duration since = status.sinceLastSuccess();
			Duration trouble = status.troubleFor().truncatedTo(ChronoUnit.MILLIS);
			return new PollerDescriptor(status.ended(), (since != null) ? since.truncatedTo(ChronoUnit.MILLIS) : null,
					trouble.isZero() ? null : trouble);
		}

		boolean isInTroubleFor(Duration threshold) {
			return this.ended || (this.troubleFor != null && this.troubleFor.compareTo(threshold) > 0);
		}

	}

}
