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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.delayqueue.StoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link BulkRun}.
 */
class BulkRunTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	private final List<Integer> sizes = new CopyOnWriteArrayList<>();

	private final List<BulkProgress> ends = new CopyOnWriteArrayList<>();

	@Test
	void takesStepsUntilTheLast() throws InterruptedException {
		BulkRun run = start(1000, 256, (size) -> {
			this.sizes.add(size);
			return new BulkRun.Result(size, 1, this.sizes.size() == 3);
		});
		assertThat(run.awaitEnd(LONG)).isTrue();
		assertThat(this.sizes).containsExactly(100, 100, 100);
		assertThat(run.progress()).isEqualTo(new BulkProgress(300, 3, BulkProgress.State.FINISHED, null));
	}

	@Test
	void neverTakesMoreThanItsRateAllows() throws InterruptedException {
		long begin = System.nanoTime();
		BulkRun run = start(50, 256, (size) -> {
			this.sizes.add(size);
			return new BulkRun.Result(size, 0, this.sizes.size() == 6);
		});
		assertThat(run.awaitEnd(LONG)).isTrue();
		assertThat(this.sizes).containsOnly(5);
		// Five pauses lie between six steps.
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
	}

	@Test
	void boundsItsSteps() throws InterruptedException {
		BulkRun run = start(10_000, 64, (size) -> {
			this.sizes.add(size);
			return new BulkRun.Result(size, 0, true);
		});
		assertThat(run.awaitEnd(LONG)).isTrue();
		assertThat(this.sizes).containsExactly(64);
	}

	@Test
	void endsAfterTheStepUnderWayWhenCancelled() throws InterruptedException {
		CountDownLatch stepped = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		BulkRun run = start(1, 256, (size) -> {
			this.sizes.add(size);
			stepped.countDown();
			awaitQuietly(go);
			return new BulkRun.Result(size, 0, false);
		});
		stepped.await();
		run.cancel();
		assertThat(run.progress().state()).isEqualTo(BulkProgress.State.RUNNING);
		go.countDown();
		assertThat(run.awaitEnd(LONG)).isTrue();
		assertThat(this.sizes).hasSize(1);
		assertThat(run.progress()).isEqualTo(new BulkProgress(1, 0, BulkProgress.State.CANCELLED, null));
	}

	@ParameterizedTest
	@MethodSource
	void takesAFailedStepAgain(Throwable failure) throws InterruptedException {
		BulkRun run = start(1000, 256, (size) -> {
			this.sizes.add(size);
			if (this.sizes.size() == 1) {
				ReflectionUtils.rethrowRuntimeException(failure);
			}
			return new BulkRun.Result(size, 0, true);
		});
		await()
			.until(() -> run.progress().failure() == failure || run.progress().state() != BulkProgress.State.RUNNING);
		assertThat(run.awaitEnd(LONG)).isTrue();
		assertThat(run.progress()).isEqualTo(new BulkProgress(100, 0, BulkProgress.State.FINISHED, null));
	}

	static List<Throwable> takesAFailedStepAgain() {
		return List.of(new StoreUnavailableException("down", null), new IllegalArgumentException("odd"),
				new StackOverflowError());
	}

	@Test
	@SuppressWarnings("NullAway")
	void waitsAsLongAsCanBeSaid() throws InterruptedException {
		BulkRun run = start(1000, 256, (size) -> new BulkRun.Result(size, 0, true));
		assertThat(run.awaitEnd(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
		assertThat(run.awaitEnd(Duration.ofSeconds(Long.MIN_VALUE))).isTrue();
		assertThatIllegalArgumentException().isThrownBy(() -> run.awaitEnd(null)).withMessageContaining("timeout");
	}

	@Test
	void tellsAfterTheEndHowFarItCame() {
		BulkRun run = start(1000, 256, (size) -> new BulkRun.Result(size, 1, true));
		await().until(() -> !this.ends.isEmpty());
		assertThat(this.ends).containsExactly(run.progress());
		assertThat(run.progress()).isEqualTo(new BulkProgress(100, 1, BulkProgress.State.FINISHED, null));
	}

	private BulkRun start(int perSecond, int maxStepSize, BulkRun.Step step) {
		return BulkRun.start("test", perSecond, maxStepSize, step, this.ends::add);
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
