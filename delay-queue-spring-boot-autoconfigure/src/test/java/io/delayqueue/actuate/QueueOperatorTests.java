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

package io.delayqueue.actuate;

import java.time.Duration;
import java.util.Set;

import io.delayqueue.DelayQueueException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.QueueStatistics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link QueueOperator}.
 */
class QueueOperatorTests {

	private static final QueueStatistics STATISTICS = new QueueStatistics(1, 0, 0, 0, Duration.ZERO, false);

	private final DelayQueueAdmin admin = mock();

	private final QueueOperator operator = new QueueOperator(this.admin, null);

	@Test
	void listsAQueueThatCannotBeCountedWithoutCounts() {
		given(this.admin.queues()).willReturn(Set.of("broken", "orders"));
		given(this.admin.statistics("orders")).willReturn(STATISTICS);
		given(this.admin.statistics("broken")).willThrow(new DelayQueueException("wrong type"));
		QueuesDescriptor queues = this.operator.queues(null, null);
		assertThat(queues.queues()).containsOnlyKeys("broken", "orders")
			.containsEntry("broken", null)
			.containsEntry("orders", STATISTICS);
	}

	@Test
	void listsNothingWhileNoQueueCanBeCounted() {
		given(this.admin.queues()).willReturn(Set.of("orders"));
		given(this.admin.statistics("orders")).willThrow(new StoreUnavailableException("away", null));
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> this.operator.queues(null, null));
	}

}
