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

package io.delayqueue.test.autoconfigure;

import java.util.function.Consumer;

import io.delayqueue.test.TestDelayQueue;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Lets each test method begin with the time and the messages that there were when the
 * application had started, also if the context is shared by several test classes.
 */
class TestDelayQueueTestExecutionListener extends AbstractTestExecutionListener {

	/**
	 * After the test has been given its context, before transactions begin.
	 */
	private static final int ORDER = 3500;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void prepareTestInstance(TestContext testContext) {
		withDelayQueue(testContext, TestDelayQueue::captureInitialState);
	}

	@Override
	public void beforeTestMethod(TestContext testContext) {
		withDelayQueue(testContext, TestDelayQueue::reset);
	}

	private static void withDelayQueue(TestContext testContext, Consumer<TestDelayQueue> action) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext().getBeanProvider(TestDelayQueue.class).ifAvailable(action);
		}
	}

}
