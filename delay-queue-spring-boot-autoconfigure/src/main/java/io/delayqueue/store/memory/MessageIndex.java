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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.delayqueue.MessageState;

/**
 * All messages of one queue. Not safe for use by many threads.
 */
final class MessageIndex extends EntryIndex {

	/**
	 * Of so many messages one is chosen by its due time alone, so that urgent ones don't
	 * keep the others waiting for ever.
	 */
	private static final int FAIR_SHARE = 4;

	private static final Comparator<StoredEntry> HAND_OUT_ORDER = Comparator.comparingInt(StoredEntry::priority)
		.reversed()
		.thenComparing(StoredEntry.ORDER);

	private final DeadLetterIndex deadLetters = new DeadLetterIndex(this);

	// What waits and has a priority, the highest first.
	private final Map<Integer, NavigableSet<StoredEntry>> urgent = new TreeMap<>(Comparator.reverseOrder());

	private int turn;

	// Whether anything urgent was waiting at the last choice.
	private boolean choosesInTurn;

	DeadLetterIndex deadLetters() {
		return this.deadLetters;
	}

	@Override
	void put(StoredEntry entry) {
		StoredEntry before = get(entry.id());
		if (before != null) {
			withoutUrgency(before);
		}
		super.put(entry);
		if (entry.state() == MessageState.WAITING && entry.priority() > 0) {
			this.urgent.computeIfAbsent(entry.priority(), (key) -> new TreeSet<>(StoredEntry.ORDER)).add(entry);
		}
		this.deadLetters.withhold(entry.id());
		if (entry.state() == MessageState.DEAD) {
			this.deadLetters.offer(entry);
		}
	}

	@Override
	void remove(StoredEntry entry) {
		withoutUrgency(entry);
		super.remove(entry);
		this.deadLetters.withhold(entry.id());
	}

	private void withoutUrgency(StoredEntry entry) {
		NavigableSet<StoredEntry> entries = this.urgent.get(entry.priority());
		if (entries != null && entries.remove(entry) && entries.isEmpty()) {
			this.urgent.remove(entry.priority());
		}
	}

	@Override
	List<StoredEntry> due(int count, StoreTime now) {
		this.choosesInTurn = !this.urgent.isEmpty();
		if (!this.choosesInTurn) {
			return super.due(count, now);
		}
		int left = count - (this.turn + count) / FAIR_SHARE + this.turn / FAIR_SHARE;
		Set<StoredEntry> urgent = new LinkedHashSet<>();
		this.urgent.values()
			.stream()
			.flatMap((entries) -> entries.stream().takeWhile((entry) -> entry.time() <= now.passed()))
			.limit(left)
			.forEach(urgent::add);
		List<StoredEntry> old = super.due(count + urgent.size(), now).stream()
			.filter((entry) -> !urgent.contains(entry))
			.limit(count - urgent.size())
			.toList();
		return inTurn(new ArrayDeque<>(urgent), new ArrayDeque<>(old));
	}

	private List<StoredEntry> inTurn(Deque<StoredEntry> urgent, Deque<StoredEntry> old) {
		List<StoredEntry> entries = new ArrayList<>();
		while (!urgent.isEmpty() || !old.isEmpty()) {
			boolean fair = (this.turn + entries.size() + 1) % FAIR_SHARE == 0;
			Deque<StoredEntry> next = (urgent.isEmpty() || (fair && !old.isEmpty())) ? old : urgent;
			entries.add(next.removeFirst());
		}
		return entries;
	}

	@Override
	void lookedAt(int count) {
		if (this.choosesInTurn) {
			this.turn = (this.turn + count) % FAIR_SHARE;
		}
	}

	@Override
	Comparator<StoredEntry> handOutOrder() {
		return HAND_OUT_ORDER;
	}

}
