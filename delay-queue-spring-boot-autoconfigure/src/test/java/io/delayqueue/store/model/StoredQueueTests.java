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

package io.delayqueue.store.model;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

import io.delayqueue.store.StoredMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoredQueue}.
 */
class StoredQueueTests {

	private static final StoredMessage MESSAGE = new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.EPOCH,
			"s");

	private static final StoredQueue.Owner OWNER = new StoredQueue.Owner(7, 1, "mourner");

	private static final StoredQueue.Attempts ATTEMPTS = new StoredQueue.Attempts(1, 1, 0);

	@Test
	void waitingMessageIsWithoutFlaw() {
		assertThat(queue(Map.of("a", 1L), Map.of(), Map.of("a", MESSAGE)).flaws()).isEmpty();
	}

	@Test
	void messageInTwoStatesIsAFlaw() {
		assertThat(queue(Map.of("a", 1L), Map.of("a", 2L), Map.of("a", MESSAGE)).flaws())
			.contains("a is in two states");
	}

	@Test
	void idWithoutMessageIsAFlaw() {
		assertThat(queue(Map.of("a", 1L), Map.of(), Map.of()).flaws()).hasSize(1);
	}

	@Test
	void messageInNoStateIsAFlaw() {
		assertThat(queue(Map.of(), Map.of(), Map.of("a", MESSAGE)).flaws()).hasSize(1);
	}

	@Test
	void leaseWithoutOwnerIsAFlaw() {
		assertThat(queue(Map.of(), Map.of("a", 1L), Map.of("a", MESSAGE)).flaws()).hasSize(1);
	}

	@Test
	void timeToLiveOfWhatIsGoneIsAFlaw() {
		assertThat(queue(Map.of(), Map.of(), Map.of(), Map.of("a", new StoredQueue.Expiry(1, 1))).flaws()).hasSize(1);
	}

	@Test
	void deadLetterMayWaitForAConsumerOrBeHeldByOne() {
		assertThat(dead(letters(Map.of("a", 1L), Map.of(), Map.of(), Map.of())).flaws()).isEmpty();
		assertThat(dead(letters(Map.of(), Map.of("a", 2L), Map.of("a", OWNER), Map.of("a", ATTEMPTS))).flaws())
			.isEmpty();
		assertThat(dead(letters(Map.of(), Map.of(), Map.of(), Map.of())).flaws()).isEmpty();
	}

	@Test
	void deadLetterThatIsNotDeadIsAFlaw() {
		assertThat(dead(letters(Map.of("b", 1L), Map.of(), Map.of(), Map.of())).flaws()).singleElement()
			.asString()
			.contains("'dead'");
	}

	@Test
	void deadLetterInTwoStatesIsAFlaw() {
		assertThat(dead(letters(Map.of("a", 1L), Map.of("a", 2L), Map.of("a", OWNER), Map.of())).flaws())
			.containsExactly("a is in two states as a dead letter");
	}

	@Test
	void whatIsLeftOfADeadLetterIsAFlaw() {
		assertThat(dead(letters(Map.of("a", 1L), Map.of(), Map.of("a", OWNER), Map.of())).flaws()).singleElement()
			.asString()
			.contains("'dead-owners'");
		assertThat(dead(letters(Map.of(), Map.of(), Map.of(), Map.of("a", ATTEMPTS))).flaws()).singleElement()
			.asString()
			.contains("'dead-attempts'");
	}

	@Test
	void tokenOfTwoConsumersIsAFlaw() {
		StoredQueue.Owner other = new StoredQueue.Owner(OWNER.token(), 1, "another");
		assertThat(
				dead(letters(Map.of(), Map.of("a", 2L, "b", 2L), Map.of("a", OWNER, "b", other), Map.of("a", ATTEMPTS)))
					.flaws())
			.anyMatch((flaw) -> flaw.startsWith("Token 7"));
	}

	private static StoredQueue dead(StoredQueue.Letters letters) {
		return new StoredQueue(Map.of(), Map.of(), Map.of("a", 1L), Map.of("a", MESSAGE), Map.of(), Map.of(),
				Map.of("a", Settling.cause(1)), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), letters);
	}

	private static StoredQueue.Letters letters(Map<String, Long> waiting, Map<String, Long> leased,
			Map<String, StoredQueue.Owner> owners, Map<String, StoredQueue.Attempts> attempts) {
		return new StoredQueue.Letters(waiting, leased, owners, attempts);
	}

	private static StoredQueue queue(Map<String, Long> waiting, Map<String, Long> leased,
			Map<String, StoredMessage> messages) {
		return queue(waiting, leased, messages, Map.of());
	}

	private static StoredQueue queue(Map<String, Long> waiting, Map<String, Long> leased,
			Map<String, StoredMessage> messages, Map<String, StoredQueue.Expiry> expiries) {
		return new StoredQueue(waiting, leased, Map.of(), messages, Map.of(), Map.of(), Map.of(), expiries, Map.of(),
				Map.of(), Map.of(), Set.of(), letters(Map.of(), Map.of(), Map.of(), Map.of()));
	}

}
