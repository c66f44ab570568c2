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

package io.delayqueue.sample.web;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

/**
 * What holds for fields of more than one kind of request.
 *
 * @since 0.1.0
 */
public final class Checks {

	/**
	 * How far away a time may be.
	 */
	public static final Duration MAX_DELAY = Duration.ofDays(3650);

	private static final int MAX_LENGTH = 200;

	private Checks() {
	}

	/**
	 * Check a short text.
	 * @param field the name of the field
	 * @param text its value
	 * @return the text
	 * @throws InvalidFieldException if it is absent, blank, too long or has characters
	 * that can't be shown
	 */
	public static String text(String field, @Nullable String text) {
		if (text == null || text.isBlank() || text.length() > MAX_LENGTH) {
			throw new InvalidFieldException(field, "must be a text of 1 to " + MAX_LENGTH + " characters");
		}
		if (text.codePoints().anyMatch(Checks::isUnprintable)) {
			throw new InvalidFieldException(field, "must have no control characters and no halves of characters");
		}
		return text;
	}

	// A surrogate without its other half can't be written in UTF-8.
	private static boolean isUnprintable(int codePoint) {
		return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
	}

	/**
	 * Check when something is to be done. The past means now.
	 * @param field the name of the field
	 * @param time its value
	 * @param now the time at which the request came
	 * @return the time to be kept: in milliseconds, as the database has them, rounded up,
	 * so that nothing is done early
	 * @throws InvalidFieldException if the time is too far away
	 */
	public static Instant dueTime(String field, Instant time, Instant now) {
		if (time.isAfter(now.plus(MAX_DELAY))) {
			throw new InvalidFieldException(field, "must be at most " + MAX_DELAY.toDays() + " days away");
		}
		Instant dueTime = time.isAfter(now) ? time : now;
		Instant millis = dueTime.truncatedTo(ChronoUnit.MILLIS);
		return millis.equals(dueTime) ? millis : millis.plusMillis(1);
	}

}
