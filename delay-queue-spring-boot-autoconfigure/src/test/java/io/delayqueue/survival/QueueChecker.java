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

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.survival.JournalEntry.Kind;

/**
 * Judges what became of the messages of a queue that was drained in the end, as Jepsen's
 * checkers of queues do. A message is told by its generation: an id may be used again.
 */
final class QueueChecker {

	private final QueueHistory history;

	private final Map<Long, Long> dueTimes;

	QueueChecker(QueueHistory history) {
		this.history = history;
		this.dueTimes = history.all(Kind.SCHEDULED)
			.collect(Collectors.toMap(JournalEntry::generation, JournalEntry::detail, Math::min));
	}

	FaultReport check() {
		return new FaultReport(attempted().size(), acknowledged().size(), lost().size(), recovered().size(),
				unexpected().size(), duplicated().size(), early().size(), new StaleSettlements(this.history).accepted(),
				refused(), worstLateness(), worstRecovery());
	}

	private Set<Long> attempted() {
		return this.history.generations(Kind.ATTEMPTED);
	}

	private Set<Long> acknowledged() {
		return this.history.generations(Kind.SCHEDULED);
	}

	/**
	 * Return what was scheduled for sure and never handled to the end.
	 * @return the generations
	 */
	private Set<Long> lost() {
		return without(acknowledged(), this.history.generations(Kind.COMPLETED));
	}

	/**
	 * Return what nobody knew to be scheduled, and was handled.
	 * @return the generations
	 */
	private Set<Long> recovered() {
		Set<Long> recovered = without(without(this.history.generations(Kind.COMPLETED), acknowledged()), unexpected());
		recovered.retainAll(attempted());
		return recovered;
	}

	/**
	 * Return what was handed out although nobody scheduled it, or its scheduling was said
	 * to have failed.
	 * @return the generations
	 */
	private Set<Long> unexpected() {
		Set<Long> refused = without(this.history.generations(Kind.NOT_SCHEDULED), acknowledged());
		return without(this.history.generations(Kind.CLAIMED), without(attempted(), refused));
	}

	/**
	 * Return what was handled to the end more than once.
	 * @return the generations
	 */
	private Set<Long> duplicated() {
		return this.history.by(JournalEntry::generation, Kind.COMPLETED)
			.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().size() > 1)
			.map(Map.Entry::getKey)
			.collect(Collectors.toSet());
	}

	/**
	 * Return the beginnings before the message was due: by the due time that came with
	 * the delivery, or by the delay that its producer asked for, counted from when it
	 * asked. All processes and Redis share one clock.
	 * @return the beginnings
	 */
	private List<JournalEntry> early() {
		Map<Long, Long> earliest = this.history.all(Kind.ATTEMPTED)
			.collect(Collectors.toMap(JournalEntry::generation,
					(attempted) -> attempted.micros() + 1000 * attempted.detail()));
		return this.history.all(Kind.STARTED)
			.filter((entry) -> entry.micros() < Math.max(1000 * entry.detail(),
					earliest.getOrDefault(entry.generation(), 0L)))
			.toList();
	}

	private long refused() {
		return this.history.all(Kind.SETTLED_TOO_LATE).count() + this.history.all(Kind.EXTENDED_TOO_LATE).count();
	}

	private Duration worstLateness() {
		LongSummaryStatistics lateness = this.history.by(JournalEntry::generation, Kind.STARTED)
			.entrySet()
			.stream()
			.filter((entry) -> this.dueTimes.containsKey(entry.getKey()))
			.mapToLong((entry) -> first(entry.getValue()) - 1000 * this.dueTimes.get(entry.getKey()))
			.summaryStatistics();
		return Duration.ofNanos(1000 * Math.max(0, lateness.getMax()));
	}

	private static long first(List<JournalEntry> started) {
		return started.stream().mapToLong(JournalEntry::micros).min().orElseThrow();
	}

	/**
	 * Return the longest time from the moment an application was killed, paused or told
	 * to end until a message that it was handling then was begun anew, or ended there.
	 * @return the time
	 */
	private Duration worstRecovery() {
		Map<Long, List<JournalEntry>> events = this.history.by(JournalEntry::generation, Kind.STARTED, Kind.COMPLETED,
				Kind.FAILED);
		long worst = this.history.downs()
			.entrySet()
			.stream()
			.flatMap((downs) -> downs.getValue()
				.stream()
				.flatMap((down) -> handledAt(down, this.history.journals().getOrDefault(downs.getKey(), List.of()))
					.map((generation) -> next(down, events.get(generation)) - down)))
			.mapToLong(Long::longValue)
			.max()
			.orElse(0);
		return Duration.ofNanos(worst);
	}

	private static Stream<Long> handledAt(long moment, List<JournalEntry> journal) {
		Set<Long> handled = new HashSet<>();
		journal.stream().filter((entry) -> entry.nanos() <= moment).forEach((entry) -> {
			switch (entry.kind()) {
				case READY -> handled.clear();
				case STARTED -> handled.add(entry.generation());
				case COMPLETED, FAILED -> handled.remove(entry.generation());
				default -> {
				}
			}
		});
		return handled.stream();
	}

	private static long next(long moment, List<JournalEntry> events) {
		return events.stream().mapToLong(JournalEntry::nanos).filter((nanos) -> nanos > moment).min().orElse(moment);
	}

	private static Set<Long> without(Set<Long> all, Set<Long> others) {
		Set<Long> rest = new HashSet<>(all);
		rest.removeAll(others);
		return rest;
	}

}
