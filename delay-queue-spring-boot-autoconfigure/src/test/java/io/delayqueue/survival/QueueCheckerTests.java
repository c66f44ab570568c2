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

package io.delayqueue.survival;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.delayqueue.survival.JournalEntry.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The checker sees what is wrong with a history, and only that.
 */
class QueueCheckerTests {

	private final List<JournalEntry> one = new ArrayList<>();

	private final List<JournalEntry> other = new ArrayList<>();

	private long millis = 1_000_000;

	@Test
	void findsNothingWrongWithAMessageHandledOnce() {
		schedule("a", 1, 100);
		handle(this.one, "a", 1, 1, 7);
		settle(this.one, Kind.SETTLED, "a", 7);
		FaultReport report = check();
		assertThat(report.attempted()).isOne();
		assertThat(report.acknowledged()).isOne();
		assertThat(wrongs(report)).containsOnly(0L);
		assertThat(report.duplicated()).isZero();
		assertThat(report.recovered()).isZero();
	}

	@Test
	void findsALostMessage() {
		schedule("a", 1, 0);
		schedule("b", 2, 0);
		handle(this.one, "b", 2, 1, 7);
		assertThat(check().lost()).isOne();
	}

	@Test
	void findsAMessageLostInTheHandsOfAConsumer() {
		schedule("a", 1, 0);
		note(this.one, Kind.CLAIMED, "a", 1, 1, 7, this.millis);
		note(this.one, Kind.STARTED, "a", 1, 1, 0, this.millis);
		assertThat(check().lost()).isOne();
	}

	@Test
	void tellsALostMessageFromAnotherOfTheSameId() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		schedule("a", 2, 0);
		assertThat(check().lost()).isOne();
	}

	@Test
	void findsARecoveredMessage() {
		note(this.one, Kind.ATTEMPTED, "a", 1, 0, 0, 0);
		note(this.one, Kind.UNCERTAIN, "a", 1, 0, 0, 0);
		note(this.one, Kind.ATTEMPTED, "b", 2, 0, 0, 0);
		handle(this.one, "a", 1, 1, 7);
		FaultReport report = check();
		assertThat(report.recovered()).isOne();
		assertThat(wrongs(report)).containsOnly(0L);
	}

	@Test
	void findsAMessageThatNobodyScheduled() {
		handle(this.one, "a", 1, 1, 7);
		assertThat(check().unexpected()).isOne();
	}

	@Test
	void findsAMessageThatWasSaidNotToBeScheduled() {
		note(this.one, Kind.ATTEMPTED, "a", 1, 0, 0, 0);
		note(this.one, Kind.NOT_SCHEDULED, "a", 1, 0, 0, 0);
		handle(this.one, "a", 1, 1, 7);
		FaultReport report = check();
		assertThat(report.unexpected()).isOne();
		assertThat(report.recovered()).isZero();
	}

	@Test
	void findsADuplicate() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		handle(this.other, "a", 1, 2, 8);
		FaultReport report = check();
		assertThat(report.duplicated()).isOne();
		assertThat(wrongs(report)).containsOnly(0L);
	}

	@Test
	void findsABeginningBeforeTheDelayIsOver() {
		note(this.one, Kind.ATTEMPTED, "a", 1, 0, 0, 100);
		note(this.one, Kind.SCHEDULED, "a", 1, 0, 0, this.millis + 100);
		this.millis += 97;
		note(this.one, Kind.STARTED, "a", 1, 1, 0, this.millis);
		assertThat(check().early()).isOne();
	}

	@Test
	void findsABeginningBeforeTheTimeOfARetry() {
		schedule("a", 1, 0);
		note(this.one, Kind.STARTED, "a", 1, 2, 0, this.millis + 1);
		assertThat(check().early()).isOne();
	}

	@Test
	void findsASettlementAcceptedAfterAnotherClaim() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		handle(this.other, "a", 1, 2, 8);
		settle(this.one, Kind.SETTLED, "a", 7);
		assertThat(check().staleAccepted()).isOne();
	}

	@Test
	void findsASettlementAcceptedForALaterMessageOfTheId() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		handle(this.other, "a", 1, 2, 8);
		settle(this.other, Kind.SETTLED, "a", 8);
		schedule("a", 2, 0);
		handle(this.other, "a", 2, 1, 9);
		settle(this.one, Kind.SETTLED, "a", 7);
		settle(this.other, Kind.SETTLED, "a", 9);
		assertThat(check().staleAccepted()).isOne();
	}

	@Test
	void findsAnOwnerThatWasRobbed() {
		schedule("a", 1, 0);
		settle(this.one, Kind.SETTLED, "a", 7);
		handle(this.one, "a", 1, 1, 7);
		handle(this.other, "a", 1, 2, 8);
		settle(this.other, Kind.SETTLED_TOO_LATE, "a", 8);
		assertThat(check().staleAccepted()).isOne();
	}

	@Test
	void findsNothingWrongWithARefusedSettlement() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		handle(this.other, "a", 1, 2, 8);
		settle(this.one, Kind.SETTLED_TOO_LATE, "a", 7);
		settle(this.other, Kind.SETTLED, "a", 8);
		FaultReport report = check();
		assertThat(report.staleAccepted()).isZero();
		assertThat(report.staleRefused()).isOne();
	}

	@Test
	void findsNothingWrongWithASettlementWhoseReplyWasLost() {
		schedule("a", 1, 0);
		handle(this.one, "a", 1, 1, 7);
		settle(this.one, Kind.SETTLED_PERHAPS, "a", 7);
		settle(this.one, Kind.SETTLED_TOO_LATE, "a", 7);
		schedule("a", 2, 0);
		handle(this.other, "a", 2, 1, 8);
		settle(this.one, Kind.SETTLED_PERHAPS, "a", 8);
		handle(this.other, "a", 2, 2, 9);
		settle(this.one, Kind.SETTLED, "a", 8);
		assertThat(check().staleAccepted()).isZero();
	}

	@Test
	void measuresTheLatestBeginningAndTheSlowestRecovery() {
		schedule("a", 1, 0);
		note(this.one, Kind.STARTED, "a", 1, 1, 0, this.millis);
		this.millis += 10;
		long killed = this.millis * 1_000_000;
		this.millis += 2000;
		note(this.one, Kind.READY, "-", 0, 0, 0, 0);
		note(this.other, Kind.STARTED, "a", 1, 2, 0, this.millis);
		schedule("b", 2, 0);
		this.millis += 30;
		note(this.other, Kind.STARTED, "b", 2, 1, 0, this.millis);
		FaultReport report = new QueueChecker(history(Map.of("one", List.of(killed, killed + 3_000_000_000L)))).check();
		assertThat(report.worstRecovery()).isEqualTo(Duration.ofMillis(2001));
		assertThat(report.worstLateness()).isEqualTo(Duration.ofMillis(32));
	}

	private FaultReport check() {
		return new QueueChecker(history(Map.of())).check();
	}

	private QueueHistory history(Map<String, List<Long>> downs) {
		return new QueueHistory(Map.of("one", this.one, "other", this.other), downs);
	}

	private static List<Long> wrongs(FaultReport report) {
		return List.of(report.lost(), report.unexpected(), report.early(), report.staleAccepted());
	}

	private void schedule(String id, long generation, long delay) {
		note(this.one, Kind.ATTEMPTED, id, generation, 0, 0, delay);
		note(this.one, Kind.SCHEDULED, id, generation, 0, 0, this.millis - 1 + delay);
		this.millis += delay;
	}

	private void handle(List<JournalEntry> journal, String id, long generation, int attempt, long token) {
		note(journal, Kind.CLAIMED, id, generation, attempt, token, this.millis);
		note(journal, Kind.STARTED, id, generation, attempt, 0, this.millis);
		note(journal, Kind.COMPLETED, id, generation, attempt, 0, this.millis);
	}

	private void settle(List<JournalEntry> journal, Kind kind, String id, long token) {
		note(journal, kind, id, 0, 0, token, 0);
	}

	// Each entry takes a millisecond.
	private void note(List<JournalEntry> journal, Kind kind, String id, long generation, int attempt, long token,
			long detail) {
		journal.add(new JournalEntry(this.millis * 1_000_000, this.millis * 1000, kind, id, generation, attempt, token,
				detail));
		this.millis++;
	}

}
