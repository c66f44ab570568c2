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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EpochMillis;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;

/**
 * What can be done with the dead.
 */
final class DeadLetters {

	/**
	 * How many are removed in one step: more than a claim may look at.
	 */
	private static final int TRIM_LIMIT = 320;

	private final EntryIndex entries;

	DeadLetters(EntryIndex entries) {
		this.entries = entries;
	}

	/**
	 * Remove dead letters that are too old or too many, the longest dead first.
	 * @param policy which ones are kept
	 * @param now the present time
	 * @return whether there may be more of them
	 */
	boolean trim(DeadLetterPolicy policy, StoreTime now) {
		long maxAge = new DueTime.After(policy.maxAge()).toMillis();
		for (int i = 0; i < TRIM_LIMIT; i++) {
			StoredEntry oldest = this.entries.first(MessageState.DEAD);
			boolean tooMany = this.entries.count(MessageState.DEAD) > policy.maxSize();
			if (oldest == null || (!tooMany && oldest.time() + maxAge >= now.passed())) {
				return false;
			}
			this.entries.remove(oldest);
		}
		return true;
	}

	ReplayReply replay(ReplayRequest request, StoreTime now) {
		long latest = (request.diedUntil() != null) ? EpochMillis.stored(request.diedUntil()) : now.passed();
		List<String> replayed = new ArrayList<>();
		for (StoredEntry entry : candidates(request)) {
			if (entry.time() <= latest) {
				Attempts attempts = new Attempts(entry.attempts().deliveries(), 0, 0);
				this.entries.put(entry.waiting(now.after(Duration.ZERO), attempts));
				replayed.add(entry.id());
			}
		}
		return new ReplayReply(replayed, Instant.ofEpochMilli(latest));
	}

	private List<StoredEntry> candidates(ReplayRequest request) {
		if (request.ids().isEmpty()) {
			return this.entries.stream(MessageState.DEAD).limit(request.limit()).toList();
		}
		List<StoredEntry> found = new ArrayList<>();
		for (String id : new LinkedHashSet<>(request.ids())) {
			StoredEntry entry = this.entries.get(id);
			if (entry != null && entry.state() == MessageState.DEAD) {
				found.add(entry);
			}
		}
		return found;
	}

	List<Boolean> discard(List<BrowseRequest.Position> deadLetters) {
		return deadLetters.stream().map(this::discard).toList();
	}

	private boolean discard(BrowseRequest.Position deadLetter) {
		StoredEntry entry = this.entries.get(deadLetter.id());
		if (entry == null || entry.state() != MessageState.DEAD
				|| EpochMillis.stored(deadLetter.time()) != entry.time()) {
			return false;
		}
		this.entries.remove(entry);
		return true;
	}

}
