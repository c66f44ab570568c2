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

package io.delayqueue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets time pass where the time itself is what matters: a handler that takes longer than
 * a lease, a period in which something is counted. Whoever waits for something to happen
 * looks for that instead.
 *
 * @since 0.1.0
 */
public final class RealTime {

	private RealTime() {
	}

	/**
	 * Let time pass.
	 * @param time how much
	 * @throws InterruptedException if interrupted
	 */
	public static void pass(Duration time) throws InterruptedException {
		new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
	}

}
