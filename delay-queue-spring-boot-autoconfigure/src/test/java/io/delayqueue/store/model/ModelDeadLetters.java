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

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;

/**
 * What the port promises of dead letters.
 */
class ModelDeadLetters {

	private static final int MAX_TRIMMED = 320;

	private final ModelMessages messages;

	ModelDeadLetters(ModelMessages messages) {
		this.messages = messages;
	}

	/**
	 * Remove dead letters.
	 * @param policy which ones are kept
	 * @param time the present time
	 * @return whether as many as can be in one step
	 */
	boolean trim(DeadLetterPolicy policy, ModelTime time) {
		List<ModelMessage> dead = longestDeadFirst();
		List<String> trimmed = IntStream.range(0, Math.min(MAX_TRIMMED, dead.size()))
			.filter((i) -> dead.size() - i > policy.maxSize()
					|| time.passed() > time.later(dead.get(i).death, policy.maxAge()))
			.mapToObj((i) -> dead.get(i).id)
			.toList();
		trimmed.forEach(this.messages::remove);
		return trimmed.size() == MAX_TRIMMED;
	}

	ReplayReply replay(ReplayRequest request, ModelTime time) {
		long diedUntil = (request.diedUntil() != null) ? request.diedUntil().toEpochMilli() : time.passed();
		List<ModelMessage> candidates = request.ids().isEmpty()
				? longestDeadFirst().stream().limit(request.limit()).toList()
				: request.ids()
					.stream()
					.distinct()
					.flatMap((id) -> this.messages.find(id, MessageState.DEAD).stream())
					.toList();
		List<ModelMessage> replayed = candidates.stream().filter((message) -> message.death <= diedUntil).toList();
		replayed.forEach((message) -> message.replay(time));
		return new ReplayReply(replayed.stream().map((message) -> message.id).toList(),
				Instant.ofEpochMilli(diedUntil));
	}

	boolean discard(Position deadLetter) {
		boolean meant = this.messages.find(deadLetter.id(), MessageState.DEAD)
			.filter((message) -> message.death == deadLetter.time().toEpochMilli())
			.isPresent();
		if (meant) {
			this.messages.remove(deadLetter.id());
		}
		return meant;
	}

	private List<ModelMessage> longestDeadFirst() {
		return this.messages.sorted(MessageState.DEAD, (message) -> true, ModelMessage.EARLIEST_FIRST);
	}

}
