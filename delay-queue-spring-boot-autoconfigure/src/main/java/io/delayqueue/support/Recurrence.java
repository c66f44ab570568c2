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

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.Assert;

/**
 * When a recurring message is due, again and again: as a cron expression says in a time
 * zone, or at a fixed interval.
 *
 * @param cron a cron expression as of Spring's {@link CronExpression}, or {@code null}
 * @param zone the time zone in which the expression is read, if there is one
 * @param interval the time from one occurrence to the next, if there is no expression
 * @param missed what becomes of missed occurrences
 * @param tolerance from which lateness on an occurrence counts as missed
 * @since 0.1.0
 */
public record Recurrence(@Nullable String cron, @Nullable ZoneId zone, @Nullable Duration interval, MissedPolicy missed,
		Duration tolerance) {

	/**
	 * From which lateness on an occurrence counts as missed, if nothing else is said.
	 */
	public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(1);

	private static final Duration MAX_DURATION = Duration.ofDays(36_500);

	private static final String CRON = "cron";

	private static final String EVERY = "every";

	public Recurrence {
		Assert.isTrue((cron != null && zone != null) != (interval != null),
				"Either 'cron' and 'zone' or 'interval' must be given");
		if (cron != null && zone != null) {
			check(cron, zone);
		}
		if (interval != null) {
			Duration whole = interval.truncatedTo(ChronoUnit.MILLIS);
			Assert.isTrue(whole.compareTo(Duration.ZERO) > 0 && whole.compareTo(MAX_DURATION) <= 0,
					"'interval' must be from 1ms to 36500d, but is " + interval);
			interval = whole;
		}
		Assert.notNull(missed, "'missed' must not be null");
		Assert.isTrue(!tolerance.isNegative() && tolerance.compareTo(MAX_DURATION) <= 0,
				() -> "'tolerance' must be from 0 to 36500d, but is " + tolerance);
	}

	private static void check(String cron, ZoneId zone) {
		CronExpression expression;
		try {
			expression = CronExpression.parse(cron);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'cron' is not a cron expression of six fields, from seconds to days of "
					+ "the week, but '" + cron + "': " + ex.getMessage(), ex);
		}
		Assert.isTrue(expression.next(Instant.EPOCH.atZone(zone)) != null,
				() -> "'cron' never comes true, but is '" + cron + "'");
	}

	/**
	 * Recur as a cron expression says.
	 * @param cron the expression: six fields, from seconds to days of the week, or a
	 * macro such as {@code @daily}
	 * @param zone the time zone in which it is read
	 * @return the recurrence
	 * @throws IllegalArgumentException if it is no cron expression, or one that never
	 * comes true
	 */
	public static Recurrence cron(String cron, ZoneId zone) {
		Assert.notNull(cron, "'cron' must not be null");
		Assert.notNull(zone, "'zone' must not be null");
		return new Recurrence(cron.strip().replaceAll("\\s+", " "), zone, null, MissedPolicy.FIRE_ONCE,
				DEFAULT_TOLERANCE);
	}

	/**
	 * Recur at a fixed interval, however long the handling takes.
	 * @param interval the interval, from 1 ms; less than that is cut off
	 * @return the recurrence
	 */
	public static Recurrence every(Duration interval) {
		Assert.notNull(interval, "'interval' must not be null");
		return new Recurrence(null, null, interval, MissedPolicy.FIRE_ONCE, DEFAULT_TOLERANCE);
	}

	/**
	 * Return the same with another policy.
	 * @param missed what becomes of missed occurrences
	 * @param tolerance from which lateness on an occurrence counts as missed
	 * @return the recurrence
	 */
	public Recurrence onMissed(MissedPolicy missed, Duration tolerance) {
		Assert.notNull(tolerance, "'tolerance' must not be null");
		return new Recurrence(this.cron, this.zone, this.interval, missed, tolerance);
	}

	/**
	 * Return the first occurrence of a message that begins to recur.
	 * @param now the present time
	 * @return when it is due
	 */
	public Instant first(Instant now) {
		if (this.interval != null) {
			return now.plus(this.interval);
		}
		Instant first = nextByCron(now);
		Assert.state(first != null, "An expression that never comes true is refused");
		return first;
	}

	/**
	 * Return the occurrence that follows another. What would have been due until now is
	 * missed, and not made up for.
	 * @param occurrence when the other was due
	 * @param now when it was last handed out
	 * @return when the next one is due, after both, or {@code null} if there is none
	 */
	public @Nullable Instant next(Instant occurrence, Instant now) {
		Instant after = now.isAfter(occurrence) ? now : occurrence;
		if (this.interval == null) {
			return nextByCron(after);
		}
		long passed = Duration.between(occurrence, after).dividedBy(this.interval);
		return occurrence.plus(this.interval.multipliedBy(passed + 1));
	}

	private @Nullable Instant nextByCron(Instant after) {
		Assert.state(this.cron != null && this.zone != null, "There is an expression if there is no interval");
		ZonedDateTime next = CronExpression.parse(this.cron).next(after.atZone(this.zone));
		return (next != null) ? next.toInstant() : null;
	}

	/**
	 * Return whether an occurrence is not to be handled any more.
	 * @param lateness how late it is
	 * @return whether it is to be skipped
	 */
	public boolean isSkipped(Duration lateness) {
		return this.missed == MissedPolicy.SKIP && lateness.compareTo(this.tolerance) > 0;
	}

	/**
	 * Return the recurrence as it goes with a message.
	 * @return a line of text
	 */
	@Override
	public String toString() {
		String policy = this.missed.name() + ' ' + this.tolerance + ' ';
		return policy + ((this.cron != null) ? CRON + ' ' + this.zone + ' ' + this.cron : EVERY + ' ' + this.interval);
	}

	/**
	 * Read what {@link #toString()} gave.
	 * @param text the line of text
	 * @return the recurrence
	 * @throws IllegalArgumentException if it is not one
	 */
	public static Recurrence parse(String text) {
		try {
			String[] words = text.split(" ", 5);
			Recurrence recurrence = switch (words[2]) {
				case CRON -> cron(words[4], ZoneId.of(words[3]));
				case EVERY -> every(Duration.parse(words[3]));
				default -> throw new IllegalArgumentException("neither '" + CRON + "' nor '" + EVERY + "'");
			};
			return recurrence.onMissed(MissedPolicy.valueOf(words[0]), Duration.parse(words[1]));
		}
		catch (DateTimeException | ArrayIndexOutOfBoundsException | IllegalArgumentException ex) {
			throw new IllegalArgumentException("The recurrence can't be read: " + ex.getMessage(), ex);
		}
	}

}
