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

package io.delayqueue.migration;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingMessageSource}.
 */
class PendingMessageSourceTests {

	@ParameterizedTest
	@ValueSource(strings = { "orders", "{orders}", "shop:{orders}:due", "a{b", "{a", "{{a}}", "x{\n}" })
	void lockIsInTheSlotOfTheKey(String key) {
		assertThat(PendingMessageSource.hasRoomForLock(key)).isTrue();
		assertThat(SlotHash.getSlot(PendingMessageSource.lockKey(key))).isEqualTo(SlotHash.getSlot(key));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a}b", "{}orders", "orders{}", "}", "{}a{b}" })
	void knowsWhereNoLockCanBe(String key) {
		assertThat(PendingMessageSource.hasRoomForLock(key)).isFalse();
	}

}
