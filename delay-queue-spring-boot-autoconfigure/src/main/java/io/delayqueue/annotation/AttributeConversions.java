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

package io.delayqueue.annotation;

import java.time.Duration;
import java.util.Locale;

import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.ClaimRequest;

import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * From the text of an attribute to its value. The messages of the exceptions go on from
 * "Attribute … is …:".
 */
final class AttributeConversions {

	private AttributeConversions() {
	}

	static int toConcurrency(String text) {
		return toInt(text, 1);
	}

	static int toMaxRetries(String text) {
		return toInt(text, 0);
	}

	static int toBatchSize(String text) {
		int size = toInt(text, 1);
		if (size > ClaimRequest.MAX_MESSAGES) {
			throw new IllegalArgumentException("it must be at most " + ClaimRequest.MAX_MESSAGES);
		}
		return size;
	}

	static AckMode toAckMode(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "auto" -> AckMode.AUTO;
			case "manual" -> AckMode.MANUAL;
			case "none" -> AckMode.NONE;
			default -> throw new IllegalArgumentException("it must be auto, manual or none");
		};
	}

	static boolean toBoolean(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "true" -> true;
			case "false" -> false;
			default -> throw new IllegalArgumentException("it must be true or false");
		};
	}

	static Duration toLease(String text) {
		Duration lease = toDuration(text);
		if (lease.compareTo(ListenerSettings.MIN_LEASE) < 0) {
			throw new IllegalArgumentException("it must be at least 100ms");
		}
		return lease;
	}

	private static Duration toDuration(String text) {
		try {
			return DurationFormatterUtils.detectAndParse(text);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw new IllegalArgumentException("it must be a duration such as 500 (milliseconds), 5s or PT5S", ex);
		}
	}

	private static int toInt(String text, int min) {
		int value;
		try {
			value = Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("it must be a whole number", ex);
		}
		if (value < min) {
			throw new IllegalArgumentException("it must be at least " + min);
		}
		return value;
	}

}
