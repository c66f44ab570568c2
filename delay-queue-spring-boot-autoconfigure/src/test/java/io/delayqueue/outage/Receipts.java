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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.support.DelayHeaders;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Handles the messages of the queue {@value #QUEUE}, or of another one that a property
 * names, and remembers when it did.
 */
class Receipts {

	static final String QUEUE = "work";

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final Map<String, List<Receipt>> byId = new ConcurrentHashMap<>();

	@DelayListener(id = "work", queues = "${outage.queue:" + QUEUE + "}")
	void handle(String payload, @Header(DelayHeaders.ID) String id, @Header(DelayHeaders.LATENESS) Duration lateness) {
		this.byId.computeIfAbsent(id, (key) -> new CopyOnWriteArrayList<>())
			.add(new Receipt(lateness, System.nanoTime()));
	}

	Set<String> ids() {
		return this.byId.keySet();
	}

	/**
	 * Return what was handled more than once.
	 * @return the ids
	 */
	Set<String> duplicates() {
		return this.byId.entrySet()
			.stream()
			.filter((receipts) -> receipts.getValue().size() > 1)
			.map(Map.Entry::getKey)
			.collect(Collectors.toSet());
	}

	Duration worstLateness() {
		return lateness(1);
	}

	/**
	 * Return how late most messages were at most.
	 * @param share which share of them, up to 1
	 * @return their lateness
	 */
	Duration lateness(double share) {
		List<Duration> sorted = all().stream().map(Receipt::lateness).sorted().toList();
		return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
	}

	/**
	 * Return how long after a moment the first message was handled.
	 * @param moment the moment, of {@link System#nanoTime()}
	 * @return how long it took
	 */
	Duration firstAfter(long moment) {
		return all().stream()
			.map((receipt) -> Duration.ofNanos(receipt.moment() - moment))
			.filter((after) -> !after.isNegative())
			.min(Comparator.naturalOrder())
			.orElseThrow();
	}

	/**
	 * Wait until some more messages have been handled.
	 * @param more how many
	 */
	void awaitMore(int more) {
		int goal = this.byId.size() + more;
		await().atMost(TIMEOUT).until(() -> this.byId.size() >= goal);
	}

	void awaitAll(Collection<String> ids) {
		await().atMost(TIMEOUT).until(() -> this.byId.keySet().containsAll(ids));
	}

	void assertHandledOnce(Collection<String> ids) {
		awaitAll(ids);
		assertThat(new HashSet<>(this.byId.keySet())).containsExactlyInAnyOrderElementsOf(new HashSet<>(ids));
		assertThat(duplicates()).isEmpty();
	}

	private List<Receipt> all() {
		return this.byId.values().stream().flatMap(List::stream).toList();
	}

	/**
	 * That a message was handled.
	 *
	 * @param lateness how late
	 * @param moment when, by the clock that measures durations
	 */
	private record Receipt(Duration lateness, long moment) {

	}

}
