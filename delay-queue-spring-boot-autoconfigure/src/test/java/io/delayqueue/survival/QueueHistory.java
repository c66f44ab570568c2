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

package io.delayqueue.survival;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.survival.JournalEntry.Kind;

/**
 * All that several applications have noted.
 *
 * @param journals the journal of each application
 * @param downs when each was killed, paused or told to end, by the monotonic clock
 */
record QueueHistory(Map<String, List<JournalEntry>> journals, Map<String, List<Long>> downs) {

	Stream<JournalEntry> all(Kind kind) {
		return this.journals.values().stream().flatMap(Collection::stream).filter((entry) -> entry.is(kind));
	}

	Set<Long> generations(Kind kind) {
		return all(kind).map(JournalEntry::generation).collect(Collectors.toSet());
	}

	<K> Map<K, List<JournalEntry>> by(Function<JournalEntry, K> key, Kind... kinds) {
		return Stream.of(kinds).flatMap(this::all).collect(Collectors.groupingBy(key));
	}

}
