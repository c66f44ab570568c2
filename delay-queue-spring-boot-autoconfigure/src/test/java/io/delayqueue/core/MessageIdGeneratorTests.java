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

package io.delayqueue.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.delayqueue.support.QueueNames;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MessageIdGenerator}.
 */
class MessageIdGeneratorTests {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05.006Z"));

	private final MessageIdGenerator generator = new MessageIdGenerator(this.now::get);

	@Test
	void generatesLegalIdsOf26Characters() {
		assertThat(this.generator.generate()).matches("[0-9A-HJKMNP-TV-Z]{26}").satisfies(QueueNames::checkId);
	}

	@Test
	void growsWhileTheClockStandsStill() {
		assertThat(generate(10_000)).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void growsWhenTheClockStepsBack() {
		List<String> ids = new ArrayList<>(generate(10));
		this.now.set(this.now.get().minusSeconds(3600));
		ids.addAll(generate(10));
		assertThat(ids).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void growsWithTheClock() {
		String earlier = this.generator.generate();
		this.now.set(this.now.get().plusMillis(1));
		assertThat(this.generator.generate()).isGreaterThan(earlier);
	}

	@Test
	void growsWhenTheRandomPartIsUsedUp() {
		RandomGenerator allOnes = () -> -1L;
		MessageIdGenerator almostFull = new MessageIdGenerator(this.now::get, allOnes);
		List<String> ids = IntStream.range(0, 3).mapToObj((i) -> almostFull.generate()).toList();
		assertThat(ids).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void tellsTwoGeneratorsApart() {
		MessageIdGenerator other = new MessageIdGenerator(this.now::get);
		assertThat(other.generate()).isNotEqualTo(this.generator.generate());
	}

	@Test
	void isUniqueUnderConcurrency() {
		Set<String> ids = Collections.newSetFromMap(new ConcurrentHashMap<>());
		IntStream.range(0, 20_000).parallel().forEach((i) -> ids.add(this.generator.generate()));
		assertThat(ids).hasSize(20_000);
	}

	private List<String> generate(int count) {
		return IntStream.range(0, count).mapToObj((i) -> this.generator.generate()).toList();
	}

}
