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
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ScriptArguments} and {@link SettlementCodec}.
 */
class ScriptArgumentsTests {

	private final ScriptArguments arguments = new ScriptArguments("key".getBytes(StandardCharsets.UTF_8));

	@Test
	void keysComeFirst() {
		this.arguments.add("a").add(1);
		assertThat(this.arguments.keys()).isEqualTo(1);
		assertThat(texts()).containsExactly("key", "a", "1");
	}

	@Test
	void durationsAreRoundedUpAndNeverNegative() {
		this.arguments.add(Duration.ofNanos(1)).add(Duration.ofMillis(5)).add(Duration.ofDays(-1));
		assertThat(texts()).containsExactly("key", "1", "5", "0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "-", "ä", "a\nb" })
	void consumerMustBeAWord(String word) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.arguments.add(new ConsumerCall("q", word, 1, 0)))
			.withMessageContaining("consumer");
	}

	@Test
	void settlementsHaveFourArgumentsEach() {
		SettlementCodec.encode(List.of(new Settlement.Acknowledge("a", 1), new Settlement.Release("b", 2),
				new Settlement.Retry("c", 3, Duration.ofSeconds(1))), this.arguments);
		assertThat(texts()).containsExactly("key", "3", "a", "1", "ACK", "0", "b", "2", "RELEASE", "", "c", "3",
				"RETRY", "1000");
	}

	@Test
	void resultsAreLetters() {
		assertThat(SettlementCodec.decode("AS", 2)).containsExactly(SettlementResult.APPLIED, SettlementResult.STALE);
		assertThat(SettlementCodec.decode("-", 0)).isEmpty();
	}

	@Test
	void numberOfAnotherCallIsNoticed() {
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(() -> SettlementCodec.decode("AAA", 2))
			.withMessageContaining("number");
	}

	private List<String> texts() {
		return Arrays.stream(this.arguments.toArray())
			.map((value) -> new String(value, StandardCharsets.UTF_8))
			.toList();
	}

}
