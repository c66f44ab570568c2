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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.DelayQueueException;
import io.delayqueue.QueueOperation;
import io.delayqueue.event.DeferredOperationFailedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeferredOperationFailures}.
 */
class DeferredOperationFailuresTests {

	private static final DelayQueueException CAUSE = new DelayQueueException("It is bad");

	private static final DeferredOperationFailedEvent EXPECTED = new DeferredOperationFailedEvent("q",
			QueueOperation.CANCEL, List.of("a"), CAUSE);

	private final List<Object> events = new ArrayList<>();

	@Test
	void tellsEachHandlerThoughOneFailsByAnError() {
		List<String> told = new ArrayList<>();
		DeferredOperationFailureHandler failing = (queue, operation, ids, cause) -> {
			told.add("first");
			throw new NoClassDefFoundError("missing");
		};
		report(new DeferredOperationFailures(
				() -> List.of(failing, (queue, operation, ids, cause) -> told.add("second")), this.events::add));
		assertThat(told).containsExactly("first", "second");
		assertThat(this.events).containsExactly(EXPECTED);
	}

	@Test
	void survivesListenersThatFailByAnError() {
		AtomicInteger published = new AtomicInteger();
		DeferredOperationFailures failures = new DeferredOperationFailures(() -> List.of(), (event) -> {
			published.incrementAndGet();
			throw new StackOverflowError();
		});
		report(failures);
		report(failures);
		assertThat(published).hasValue(2);
	}

	@Test
	void publishesTheFailureThoughTheHandlersCanNotBeHad() {
		report(new DeferredOperationFailures(() -> {
			throw new IllegalStateException("The context is closed");
		}, this.events::add));
		assertThat(this.events).containsExactly(EXPECTED);
	}

	@Test
	void doesWithoutHandlerAndPublisher() {
		@Nullable DeferredOperationFailureHandler none = null;
		report(new DeferredOperationFailures(none, null));
	}

	private static void report(DeferredOperationFailures failures) {
		failures.report(List.of(new QueueCommand.Cancel("q", "a")), CAUSE);
	}

}
