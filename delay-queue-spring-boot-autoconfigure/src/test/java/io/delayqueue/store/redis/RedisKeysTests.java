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

package io.delayqueue.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RedisKeys}.
 */
class RedisKeysTests {

	private final RedisKeys keys = new RedisKeys("shop:delays");

	@Test
	@KnownFault("redisson#5449")
	void keysOfAQueueHaveOneHashTag() {
		assertThat(
				Arrays.stream(this.keys.ofQueue("order-timeout")).map((key) -> new String(key, StandardCharsets.UTF_8)))
			.containsExactly("shop:delays:{order-timeout}:waiting", "shop:delays:{order-timeout}:leased",
					"shop:delays:{order-timeout}:messages", "shop:delays:{order-timeout}:owners",
					"shop:delays:{order-timeout}:attempts", "shop:delays:{order-timeout}:dead",
					"shop:delays:{order-timeout}:causes", "shop:delays:{order-timeout}:settings",
					"shop:delays:{order-timeout}:consumers", "shop:delays:{order-timeout}:producers",
					"shop:delays:{order-timeout}:expiries", "shop:delays:{order-timeout}:settled",
					"shop:delays:{order-timeout}:dead-waiting", "shop:delays:{order-timeout}:dead-leased",
					"shop:delays:{order-timeout}:dead-owners", "shop:delays:{order-timeout}:dead-attempts",
					"shop:delays:{order-timeout}:priorities", "shop:delays:{order-timeout}:urgent",
					"shop:delays:{order-timeout}:recurring");
	}

	@Test
	void queuesAndHintsStandOutsideTheHashTags() {
		assertThat(this.keys.queues()).asString(StandardCharsets.UTF_8).isEqualTo("shop:delays:queues");
		assertThat(this.keys.hintChannel()).asString(StandardCharsets.UTF_8).isEqualTo("shop:delays:hints");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a{b", "a}b", "a\tb", "a\nb", "a\u0000b", "a\u00a0b", "a\u2003b" })
	void illegalPrefixIsRefused(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> new RedisKeys(prefix)).withMessageContaining("keyPrefix");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a{b}", "a:b", "a b" })
	void illegalQueueIsRefused(String queue) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.keys.ofQueue(queue)).withMessageContaining("queue");
	}

}
