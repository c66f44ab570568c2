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

package io.delayqueue.support;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Recurrence}.
 */
class RecurrenceTests {

	private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

	private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

	@Test
	void dailyOccurrenceStaysAtItsLocalTimeWhenTheClocksAreChanged() {
		Recurrence recurrence = Recurrence.cron("0 0 7 * * *", BERLIN);
		assertThat(occurrences(recurrence, "2026-03-28T00:00:00Z", 3)).containsExactly("2026-03-28T06:00:00Z",
				"2026-03-29T05:00:00Z", "2026-03-30T05:00:00Z");
		assertThat(occurrences(recurrence, "2026-10-24T00:00:00Z", 3)).containsExactly("2026-10-24T05:00:00Z",
				"2026-10-25T06:00:00Z", "2026-10-26T06:00:00Z");
		Recurrence american = Recurrence.cron("0 0 7 * * *", NEW_YORK);
		assertThat(occurrences(american, "2026-03-07T00:00:00Z", 3)).containsExactly("2026-03-07T12:00:00Z",
				"2026-03-08T11:00:00Z", "2026-03-09T11:00:00Z");
		assertThat(occurrences(american, "2026-10-31T00:00:00Z", 3)).containsExactly("2026-10-31T11:00:00Z",
				"2026-11-01T12:00:00Z", "2026-11-02T12:00:00Z");
	}

	@Test
	void localTimeThatDoesNotExistIsLeftOut() {
		assertThat(occurrences(Recurrence.cron("0 30 2 * * *", BERLIN), "2026-03-28T00:00:00Z", 2))
			.containsExactly("2026-03-28T01:30:00Z", "2026-03-30T00:30:00Z");
		assertThat(occurrences(Recurrence.cron("0 30 2 * * *", NEW_YORK), "2026-03-07T00:00:00Z", 2))
			.containsExactly("2026-03-07T07:30:00Z", "2026-03-09T06:30:00Z");
	}

	@Test
	void localTimeThatComesTwiceCountsTwice() {
		assertThat(occurrences(Recurrence.cron("0 30 2 * * *", BERLIN), "2026-10-24T12:00:00Z", 3))
			.containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z");
		assertThat(occurrences(Recurrence.cron("0 30 1 * * *", NEW_YORK), "2026-10-31T12:00:00Z", 3))
			.containsExactly("2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-02T06:30:00Z");
	}

	@Test
	void hourlyOccurrencesGoOnThroughTheChanges() {
		assertThat(occurrences(Recurrence.cron("0 0 * * * *", BERLIN), "2026-10-24T23:30:00Z", 4)).containsExactly(
				"2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z");
		assertThat(occurrences(Recurrence.cron("0 0 * * * *", BERLIN), "2026-03-28T23:30:00Z", 3))
			.containsExactly("2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z");
	}

	@Test
	void leapDayComesEachFourthYear() {
		assertThat(occurrences(Recurrence.cron("0 0 0 29 2 *", ZoneOffset.UTC), "2026-01-01T00:00:00Z", 2))
			.containsExactly("2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z");
	}

	@Test
	void intervalDoesNotDriftHoweverLateOccurrencesAre() {
		Recurrence recurrence = Recurrence.every(Duration.ofSeconds(10));
		Instant start = Instant.parse("2026-01-01T00:00:00.123Z");
		Instant first = recurrence.first(start);
		assertThat(first).isEqualTo(start.plusSeconds(10));
		assertThat(recurrence.next(first, first)).isEqualTo(start.plusSeconds(20));
		assertThat(recurrence.next(first, first.plusMillis(9_999))).isEqualTo(start.plusSeconds(20));
		assertThat(recurrence.next(first, first.plusSeconds(10))).isEqualTo(start.plusSeconds(30));
		assertThat(recurrence.next(first, first.plusSeconds(1_000_001))).isEqualTo(start.plusSeconds(1_000_020));
	}

	@Test
	void whatWasMissedUntilTheDeliveryIsNotMadeUpFor() {
		Recurrence recurrence = Recurrence.cron("0 0 7 * * *", BERLIN);
		Instant occurrence = Instant.parse("2026-06-01T05:00:00Z");
		assertThat(recurrence.next(occurrence, Instant.parse("2026-06-09T12:00:00Z")))
			.isEqualTo("2026-06-10T05:00:00Z");
		assertThat(recurrence.next(occurrence, occurrence.minusSeconds(1))).isEqualTo("2026-06-02T05:00:00Z");
	}

	@Test
	void lateOccurrenceIsSkippedIfThePolicySaysSo() {
		Recurrence recurrence = Recurrence.every(Duration.ofHours(1));
		assertThat(recurrence.isSkipped(Duration.ofDays(9))).isFalse();
		Recurrence skipping = recurrence.onMissed(MissedPolicy.SKIP, Duration.ofSeconds(5));
		assertThat(skipping.isSkipped(Duration.ofSeconds(5))).isFalse();
		assertThat(skipping.isSkipped(Duration.ofMillis(5001))).isTrue();
	}

	@Test
	void textCanBeReadAgain() {
		for (Recurrence recurrence : List.of(Recurrence.cron("  0 0 7  * * MON-FRI ", BERLIN),
				Recurrence.cron("@daily", ZoneOffset.ofHours(3)), Recurrence.every(Duration.ofMillis(1500)),
				Recurrence.every(Duration.ofDays(1)).onMissed(MissedPolicy.SKIP, Duration.ZERO))) {
			assertThat(Recurrence.parse(recurrence.toString())).isEqualTo(recurrence);
		}
		assertThat(Recurrence.cron("0  0 7 * * MON-FRI", BERLIN))
			.hasToString("FIRE_ONCE PT1M cron Europe/Berlin 0 0 7 * * MON-FRI");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "FIRE_ONCE", "FIRE_ONCE PT1M cron Europe/Berlin",
			"FIRE_ONCE PT1M cron Nowhere/X 0 0 7 * * *", "NEVER PT1M every PT1S", "SKIP x every PT1S",
			"SKIP PT1M hourly PT1S" })
	void otherTextsAreRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Recurrence.parse(text))
			.withMessageStartingWith("The recurrence can't be read");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0 0 7 * *", "0 0 25 * * *", "tomorrow", "0 0 0 30 2 *" })
	void badExpressionIsRefusedWithItsText(String cron) {
		assertThatIllegalArgumentException().isThrownBy(() -> Recurrence.cron(cron, BERLIN))
			.withMessageStartingWith("'cron'")
			.withMessageContaining("'" + cron + "'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT0.0009S", "PT1000000000H" })
	void badIntervalIsRefused(String interval) {
		assertThatIllegalArgumentException().isThrownBy(() -> Recurrence.every(Duration.parse(interval)))
			.withMessageContaining("'interval'")
			.withMessageContaining(Duration.parse(interval).toString());
	}

	private static Stream<String> occurrences(Recurrence recurrence, String now, int count) {
		return Stream
			.iterate(recurrence.first(Instant.parse(now)), (occurrence) -> recurrence.next(occurrence, occurrence))
			.limit(count)
			.map(Instant::toString);
	}

}
