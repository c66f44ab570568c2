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
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;

/**
 * What the port promises of a purge.
 */
class ModelPurge {

	private final ModelMessages messages;

	/**
	 * The ids that the last step removed.
	 */
	List<String> removed = List.of();

	ModelPurge(ModelMessages messages) {
		this.messages = messages;
	}

	PurgeReply take(PurgeRequest request, long lastToken) {
		boolean inFlight = request.state() == MessageState.IN_FLIGHT;
		List<ModelMessage> all = this.messages.sorted(request.state(), (message) -> true, ModelMessage.EARLIEST_FIRST);
		PurgeRequest.Mark from = request.from();
		long last = (from != null) ? from.last()
				: inFlight ? lastToken : all.isEmpty() ? 0 : all.get(all.size() - 1).time();
		List<ModelMessage> ahead = all.stream()
			.filter((message) -> from == null || message.isAfter(from.after()))
			.toList();
		List<String> removed = new ArrayList<>();
		Position after = null;
		PurgeRequest.Mark next = null;
		for (ModelMessage message : ahead) {
			boolean meant = (inFlight ? message.token : message.time()) <= last
					&& (message.occurrence == null || message.state == MessageState.DEAD);
			if (meant && removed.size() == request.limit()) {
				next = new PurgeRequest.Mark(last, after);
				break;
			}
			if (meant) {
				removed.add(message.id);
			}
			after = new Position(Instant.ofEpochMilli(message.time()), message.id);
		}
		removed.forEach(this.messages::remove);
		this.removed = removed;
		return new PurgeReply(removed.size(), next);
	}

}
