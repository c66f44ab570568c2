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

package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

import io.delayqueue.DelayQueueException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.QueueStatistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link QueueSampler}.
 */
@ExtendWith(OutputCaptureExtension.class)
class QueueSamplerTests {

	private static final QueueStatistics STATISTICS = new QueueStatistics(1, 2, 3, 4, Duration.ofSeconds(5), false);

	private final DelayQueueAdmin admin = mock(DelayQueueAdmin.class);

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final Set<String> queues = new TreeSet<>(List.of("a", "b"));

	private final Set<String> own = new TreeSet<>();

	private boolean atOnce = true;

	private long now;

	private final QueueSampler sampler = sampler(2);

	@BeforeEach
	void answer() {
		given(this.admin.queues()).willAnswer((invocation) -> new TreeSet<>(this.queues));
		given(this.admin.statistics(anyString())).willReturn(STATISTICS);
	}

	@Test
	void countsEachQueueOnceForAllGaugesThatAreRead() {
		for (int i = 0; i < 12; i++) {
			assertThat(this.sampler.sample().queues()).containsOnlyKeys("a", "b").containsEntry("a", STATISTICS);
		}
		verify(this.admin, times(1)).queues();
		verify(this.admin, times(1)).statistics("a");
	}

	@Test
	void countsAgainAfterTheInterval() {
		this.sampler.sample();
		pass(Duration.ofMillis(9999));
		this.sampler.sample();
		verify(this.admin, times(1)).queues();
		pass(Duration.ofMillis(1));
		this.sampler.sample();
		verify(this.admin, times(2)).queues();
	}

	@Test
	void doesNotCountUnlessSomebodyReads() {
		this.sampler.sample();
		clearInvocations(this.admin);
		pass(Duration.ofHours(1));
		verify(this.admin, never()).queues();
	}

	@Test
	void beginsNoCountWhileTheLastOneHasNotEnded() {
		this.atOnce = false;
		assertThat(this.sampler.refresh()).isNotNull();
		pass(Duration.ofMinutes(5));
		assertThat(this.sampler.refresh()).isNull();
		assertThat(this.sampler.sample()).isNull();
		assertThat(this.tasks).hasSize(1);
		this.tasks.remove().run();
		assertThat(this.sampler.refresh()).isNotNull();
	}

	@Test
	void showsTheLastCountsForAWhileAndThenNothing() {
		this.sampler.sample();
		willThrow(new StoreUnavailableException("away", null)).given(this.admin).queues();
		pass(Duration.ofMinutes(1));
		assertThat(this.sampler.sample()).isNotNull();
		pass(Duration.ofMillis(1));
		assertThat(this.sampler.sample()).isNull();
	}

	@Test
	void logsNothingWhileTheStoreIsAway(CapturedOutput output) {
		willThrow(new StoreUnavailableException("away", null)).given(this.admin).queues();
		for (int i = 0; i < 5; i++) {
			pass(Duration.ofSeconds(10));
			this.sampler.sample();
		}
		verify(this.admin, times(5)).queues();
		assertThat(output).doesNotContain("WARN").doesNotContain("ERROR");
	}

	@Test
	void asksForNoOtherQueueWhenTheStoreIsAway() {
		willThrow(new StoreUnavailableException("away", null)).given(this.admin).statistics("a");
		this.sampler.sample();
		verify(this.admin, never()).statistics("b");
	}

	@Test
	void leavesOutAQueueThatIsBrokenInItself() {
		willThrow(new DelayQueueException("wrong type")).given(this.admin).statistics("a");
		assertThat(this.sampler.sample().queues()).containsOnlyKeys("b");
	}

	@Test
	void countsNoMoreQueuesThanToldAndSaysSoOnce(CapturedOutput output) {
		this.queues.add("c");
		QueueSampler.Sample sample = this.sampler.sample();
		pass(Duration.ofSeconds(10));
		this.sampler.sample();
		assertThat(sample.queues()).containsOnlyKeys("a", "b");
		assertThat(sample.total()).isEqualTo(3);
		assertThat(output.toString().split("There are 3 queues", -1)).hasSize(2);
	}

	@Test
	void countsTheApplicationsOwnQueuesBeforeOthers() {
		this.queues.addAll(List.of("c", "own"));
		this.own.addAll(List.of("own", "never-used"));
		assertThat(this.sampler.sample().queues()).containsOnlyKeys("own", "a");
	}

	@Test
	void goesOnWithTheQueuesThatItHasCounted() {
		this.sampler.sample();
		this.queues.add("_new");
		this.queues.add("0-new");
		pass(Duration.ofSeconds(10));
		assertThat(this.sampler.sample().queues()).containsOnlyKeys("a", "b");
	}

	@Test
	void tellsOfTheQueuesOfEachSample() {
		List<Set<String>> told = new ArrayList<>();
		this.sampler.onSample(told::add);
		this.sampler.sample();
		this.queues.remove("b");
		pass(Duration.ofSeconds(10));
		this.sampler.sample();
		assertThat(told).containsExactly(Set.of("a", "b"), Set.of("a"));
	}

	private QueueSampler sampler(int maxQueues) {
		return new QueueSampler(this.admin, () -> this.own, Duration.ofSeconds(10), maxQueues, () -> this.now,
				(task) -> {
					if (this.atOnce) {
						task.run();
					}
					else {
						this.tasks.add(task);
					}
				});
	}

	private void pass(Duration time) {
		this.now += time.toNanos();
	}

}
