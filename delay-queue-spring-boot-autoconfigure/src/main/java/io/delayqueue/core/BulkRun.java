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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Takes steps at a bounded rate on a thread of its own. A step that fails is taken again.
 */
final class BulkRun implements BulkOperation {

	private static final Log logger = LogFactory.getLog(BulkRun.class);

	private static final long AFTER_FAILURE = TimeUnit.SECONDS.toNanos(1);

	private static final int STEPS_PER_SECOND = 10;

	private static final int MAX_PER_SECOND = 10_000;

	private final String name;

	private final int stepSize;

	private final long period;

	private final Step step;

	private final Consumer<BulkProgress> onEnd;

	private final CountDownLatch cancelled = new CountDownLatch(1);

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile BulkProgress progress = new BulkProgress(0, 0, BulkProgress.State.RUNNING, null);

	private BulkRun(String name, int perSecond, int maxStepSize, Step step, Consumer<BulkProgress> onEnd) {
		this.name = name;
		this.stepSize = Math.min(maxStepSize, Math.max(1, perSecond / STEPS_PER_SECOND));
		this.period = TimeUnit.SECONDS.toNanos(this.stepSize) / perSecond;
		this.step = step;
		this.onEnd = onEnd;
	}

	/**
	 * Begin.
	 * @param name what it is, for the thread and the log
	 * @param perSecond how many messages per second at most
	 * @param maxStepSize how many messages in a step at most
	 * @param step takes a step
	 * @param onEnd told at the end how far it came
	 * @return what goes on
	 */
	static BulkRun start(String name, int perSecond, int maxStepSize, Step step, Consumer<BulkProgress> onEnd) {
		BulkRun run = new BulkRun(name, perSecond, maxStepSize, step, onEnd);
		Thread thread = new Thread(run::run, "delay-queue-" + name);
		thread.setDaemon(true);
		thread.start();
		return run;
	}

	static int checkPerSecond(int perSecond) {
		Assert.isTrue(perSecond >= 1 && perSecond <= MAX_PER_SECOND,
				() -> "'perSecond' must be from 1 to " + MAX_PER_SECOND + ", not " + perSecond);
		return perSecond;
	}

	private void run() {
		BulkProgress.State end = BulkProgress.State.CANCELLED;
		try {
			long pause = 0;
			while (!isCancelledWithin(pause)) {
				Result result = take();
				if (result != null && result.last()) {
					end = BulkProgress.State.FINISHED;
					break;
				}
				// From the reply on: steps are never nearer to each other in the store.
				pause = (result != null) ? this.period : AFTER_FAILURE;
			}
		}
		finally {
			BulkProgress last = this.progress;
			this.progress = new BulkProgress(last.done(), last.skipped(), end, last.failure());
			try {
				this.onEnd.accept(this.progress);
			}
			finally {
				this.ended.countDown();
			}
		}
	}

	private @Nullable Result take() {
		BulkProgress last = this.progress;
		try {
			Result result = this.step.take(this.stepSize);
			this.progress = new BulkProgress(last.done() + result.done(), last.skipped() + result.skipped(),
					BulkProgress.State.RUNNING, null);
			return result;
		}
		// Whatever it was: an end that nobody asked for would look like a cancellation.
		catch (Exception | Error ex) {
			if (last.failure() == null) {
				logger.warn("A step of '" + this.name + "' failed and is taken again until it succeeds", ex);
			}
			this.progress = new BulkProgress(last.done(), last.skipped(), BulkProgress.State.RUNNING, ex);
			return null;
		}
	}

	private boolean isCancelledWithin(long nanos) {
		try {
			return this.cancelled.await(nanos, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	@Override
	public BulkProgress progress() {
		return this.progress;
	}

	@Override
	public void cancel() {
		this.cancelled.countDown();
	}

	@Override
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		Assert.notNull(timeout, "'timeout' must not be null");
		return this.ended.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
	}

	@Override
	public String toString() {
		return this.name;
	}

	boolean hasEnded() {
		return this.ended.getCount() == 0;
	}

	/**
	 * A part of the work.
	 */
	@FunctionalInterface
	interface Step {

		/**
		 * Do a part of the work.
		 * @param size how many messages at most
		 * @return what was done
		 */
		Result take(int size);

	}

	/**
	 * What a step did.
	 *
	 * @param done how many messages it dealt with
	 * @param skipped how many it left as they were
	 * @param last whether that was all
	 */
	record Result(int done, int skipped, boolean last) {

	}

}
