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

package io.delayqueue.store.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.QueueLimits;

/**
 * Which of the due messages the model hands out, and which it holds back.
 */
class ModelThrottle {

	private boolean paused;

	private long turn;

	// When the next one would come at a steady rate, in microseconds.
	private long steady;

	boolean isPaused() {
		return this.paused;
	}

	boolean setPaused(boolean paused) {
		boolean news = paused != this.paused;
		this.paused = paused;
		return news;
	}

	/**
	 * Choose among what is due.
	 * @param waiting all that waits, the earliest first
	 * @param request the claim
	 * @param inFlight how many are in flight
	 * @param time the present time
	 * @return those to look at, in order
	 */
	List<ModelMessage> choose(List<ModelMessage> waiting, ClaimRequest request, int inFlight, ModelTime time) {
		int count = allowance(request, inFlight, time);
		List<ModelMessage> due = waiting.stream().filter((message) -> time.isPast(message.dueTime)).toList();
		// A turn passes where anything urgent waits, due or not.
		return waiting.stream().anyMatch((message) -> message.priority > 0) ? mostUrgent(due, count)
				: due.stream().limit(count).toList();
	}

	private List<ModelMessage> mostUrgent(List<ModelMessage> due, int count) {
		long fair = (this.turn + count) / 4 - this.turn / 4;
		List<ModelMessage> urgent = new ArrayList<>(due.stream()
			.filter((message) -> message.priority > 0)
			.sorted(ModelMessage.MOST_URGENT_FIRST)
			.limit(count - fair)
			.toList());
		List<ModelMessage> others = new ArrayList<>(
				due.stream().filter((message) -> !urgent.contains(message)).limit(count - urgent.size()).toList());
		List<ModelMessage> chosen = new ArrayList<>();
		while (!urgent.isEmpty() || !others.isEmpty()) {
			this.turn = (this.turn + 1) % 4;
			boolean other = urgent.isEmpty() || (this.turn == 0 && !others.isEmpty());
			chosen.add((other ? others : urgent).remove(0));
		}
		return chosen;
	}

	private int allowance(ClaimRequest request, int inFlight, ModelTime time) {
		if (this.paused) {
			return 0;
		}
		QueueLimits limits = request.limits();
		long count = request.maxMessages();
		if (limits.maxInFlight() > 0) {
			count = Math.min(count, limits.maxInFlight() - inFlight);
		}
		if (limits.messages() > 0) {
			long latest = time.micros() + limits.burst() * limits.intervalMicros();
			count = Math.min(count, (latest - steady(limits, time)) / limits.intervalMicros());
		}
		return (int) Math.max(0, count);
	}

	private long steady(QueueLimits limits, ModelTime time) {
		return Math.min(Math.max(this.steady, time.micros()), time.micros() + limits.burst() * limits.intervalMicros());
	}

	void handedOut(int count, QueueLimits limits, ModelTime time) {
		if (count > 0 && limits.messages() > 0) {
			this.steady = steady(limits, time) + count * limits.intervalMicros();
		}
	}

	Stream<Long> next(List<ModelMessage> waiting, int inFlight, QueueLimits limits, ModelTime time) {
		boolean full = limits.maxInFlight() > 0 && inFlight >= limits.maxInFlight();
		return waiting.stream()
			.map((message) -> message.dueTime)
			.limit(1)
			.filter((due) -> !this.paused && !(full && time.isPast(due)))
			.map((due) -> (limits.messages() > 0) ? Math.max(due, openFrom(limits, time)) : due);
	}

	private long openFrom(QueueLimits limits, ModelTime time) {
		return (steady(limits, time) - (limits.burst() - 1) * limits.intervalMicros() + 999) / 1000;
	}

}
