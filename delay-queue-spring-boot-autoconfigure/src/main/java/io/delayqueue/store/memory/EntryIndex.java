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
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.EpochMillis;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one queue, by id and, in each state, by time. Not safe for use by many
 * threads.
 */
class EntryIndex {

	private final Map<String, StoredEntry> byId = new HashMap<>();

	private final Map<MessageState, NavigableSet<StoredEntry>> byState = new EnumMap<>(MessageState.class);

	EntryIndex() {
		for (MessageState state : MessageState.values()) {
			this.byState.put(state, new TreeSet<>(StoredEntry.ORDER));
		}
	}

	@Nullable StoredEntry get(String id) {
		return this.byId.get(id);
	}

	/**
	 * Put an entry in the place of the one with its id, if there is one.
	 * @param entry the entry
	 */
	void put(StoredEntry entry) {
		StoredEntry before = this.byId.put(entry.id(), entry);
		if (before != null) {
			in(before.state()).remove(before);
		}
		in(entry.state()).add(entry);
	}

	void remove(StoredEntry entry) {
		this.byId.remove(entry.id());
		in(entry.state()).remove(entry);
	}

	/**
	 * Let no more be done with a message that has failed.
	 * @param entry the message
	 * @param dead what it is if it is kept
	 * @param keep whether it is to be kept
	 * @return whether it is kept
	 */
	boolean giveUp(StoredEntry entry, StoredEntry dead, boolean keep) {
		if (keep) {
			put(dead);
		}
		else {
			remove(entry);
		}
		return keep;
	}

	/**
	 * Describe a message that was handed out.
	 * @param entry the message
	 * @param token the token
	 * @param lateness how late it was
	 * @return what its consumer gets
	 */
	ClaimedMessage claimed(StoredEntry entry, long token, Duration lateness) {
		return entry.claimed(token, lateness, null);
	}

	/**
	 * Choose among what is due.
	 * @param count how many at most
	 * @param now the present time
	 * @return the chosen ones in the order in which they are looked at
	 */
	List<StoredEntry> due(int count, StoreTime now) {
		return in(MessageState.WAITING).stream()
			.takeWhile((entry) -> entry.time() <= now.passed())
			.limit(count)
			.toList();
	}

	/**
	 * Note how many of those chosen were looked at: the others did not fit in any more.
	 * @param count how many
	 */
	void lookedAt(int count) {
	}

	/**
	 * Return the order of what is handed out at once.
	 * @return the order
	 */
	Comparator<StoredEntry> handOutOrder() {
		return StoredEntry.ORDER;
	}

	/**
	 * Return the earliest entry of a state.
	 * @param state the state
	 * @return the entry, or {@code null} if there is none
	 */
	@Nullable StoredEntry first(MessageState state) {
		NavigableSet<StoredEntry> entries = in(state);
		return entries.isEmpty() ? null : entries.first();
	}

	/**
	 * Return the latest entry of a state.
	 * @param state the state
	 * @return the entry, or {@code null} if there is none
	 */
	@Nullable StoredEntry last(MessageState state) {
		NavigableSet<StoredEntry> entries = in(state);
		return entries.isEmpty() ? null : entries.last();
	}

	/**
	 * Return how long it is until a consumer may find something.
	 * @param now the present time
	 * @return until the next message is due or the next lease ends, or {@code null} if
	 * nothing waits and nothing is in flight
	 */
	@Nullable Duration untilNext(StoreTime now) {
		return Stream.of(MessageState.WAITING, MessageState.IN_FLIGHT)
			.flatMap((state) -> in(state).stream().limit(1))
			.map(StoredEntry::time)
			.min(Comparator.naturalOrder())
			.map(now::until)
			.orElse(null);
	}

	/**
	 * Count the entries of a state whose time has come, at a cost of their number.
	 * @param state the state
	 * @param epochMilli the time
	 * @return how many are not later than that
	 */
	long countUntil(MessageState state, long epochMilli) {
		return in(state).stream().takeWhile((entry) -> entry.time() <= epochMilli).count();
	}

	/**
	 * Return the entries of a state after a place, in their order.
	 * @param state the state
	 * @param position the place, or {@code null} for all
	 * @return the entries, valid until the next change
	 */
	Iterable<StoredEntry> after(MessageState state, BrowseRequest.@Nullable Position position) {
		if (position == null) {
			return in(state);
		}
		return in(state).tailSet(StoredEntry.placeholder(position.id(), EpochMillis.stored(position.time())), false);
	}

	Stream<StoredEntry> stream(MessageState state) {
		return in(state).stream();
	}

	int count(MessageState state) {
		return in(state).size();
	}

	private NavigableSet<StoredEntry> in(MessageState state) {
		return Objects.requireNonNull(this.byState.get(state));
	}

}
