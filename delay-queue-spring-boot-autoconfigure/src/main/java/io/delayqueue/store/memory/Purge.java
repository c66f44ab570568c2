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

package io.delayqueue.store.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;

/**
 * Removes messages in a state, up to the last that was there when that began. Leases move
 * while they are renewed, so that what is in flight is told by its token instead, and all
 * of it is gone through. What recurs stays, unless it is dead.
 */
final class Purge {

	private final EntryIndex entries;

	private final Tokens tokens;

	Purge(EntryIndex entries, Tokens tokens) {
		this.entries = entries;
		this.tokens = tokens;
	}

	PurgeReply take(PurgeRequest request) {
		PurgeRequest.Mark from = request.from();
		long last = (from != null) ? from.last() : last(request.state());
		BrowseRequest.Position after = (from != null) ? from.after() : null;
		List<StoredEntry> chosen = new ArrayList<>();
		PurgeRequest.Mark next = null;
		for (StoredEntry entry : this.entries.after(request.state(), after)) {
			boolean old = mark(entry) <= last;
			if (!old && request.state() != MessageState.IN_FLIGHT) {
				break;
			}
			boolean meant = old && (entry.occurrence() == null || entry.state() == MessageState.DEAD);
			if (meant && chosen.size() == request.limit()) {
				next = new PurgeRequest.Mark(last, Objects.requireNonNull(after));
				break;
			}
			after = new BrowseRequest.Position(Instant.ofEpochMilli(entry.time()), entry.id());
			if (meant) {
				chosen.add(entry);
			}
		}
		chosen.forEach(this.entries::remove);
		return new PurgeReply(chosen.size(), next);
	}

	private long last(MessageState state) {
		if (state == MessageState.IN_FLIGHT) {
			return this.tokens.last();
		}
		StoredEntry last = this.entries.last(state);
		return (last != null) ? last.time() : 0;
	}

	private static long mark(StoredEntry entry) {
		Lease lease = entry.lease();
		return (lease != null) ? lease.token() : entry.time();
	}

}
