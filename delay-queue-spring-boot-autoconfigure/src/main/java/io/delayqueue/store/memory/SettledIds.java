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

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

import io.delayqueue.store.DelayQueueStore;
import org.jspecify.annotations.Nullable;

/**
 * The ids of handled messages that are remembered, and until when.
 */
final class SettledIds {

	private final Map<String, Entry> byId = new HashMap<>();

	private final TreeSet<Entry> byTime = new TreeSet<>(
			Comparator.comparingLong(Entry::until).thenComparing(Entry::id, Utf8Order.INSTANCE));

	/**
	 * Remember an id, unless it is remembered for longer.
	 * @param id the id
	 * @param until until when, in milliseconds since the epoch
	 */
	void add(String id, long until) {
		Entry before = this.byId.get(id);
		if (before != null && before.until() >= until) {
			return;
		}
		if (before != null) {
			this.byTime.remove(before);
		}
		Entry entry = new Entry(id, until);
		this.byId.put(id, entry);
		this.byTime.add(entry);
	}

	/**
	 * Return until when an id is remembered.
	 * @param id the id
	 * @param now the present time
	 * @return milliseconds since the epoch, or {@code null} if it is not remembered
	 */
	@Nullable Long rememberedUntil(String id, StoreTime now) {
		Entry entry = this.byId.get(id);
		return (entry != null && entry.until() > now.passed()) ? entry.until() : null;
	}

	void trim(StoreTime now) {
		while (!this.byTime.isEmpty() && (this.byTime.size() > DelayQueueStore.MAX_REMEMBERED
				|| this.byTime.first().until() <= now.passed())) {
			this.byId.remove(this.byTime.pollFirst().id());
		}
	}

	private record Entry(String id, long until) {

	}

}
