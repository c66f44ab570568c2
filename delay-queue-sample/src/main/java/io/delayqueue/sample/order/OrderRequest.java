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

package io.delayqueue.sample.order;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

import io.delayqueue.sample.web.Checks;
import io.delayqueue.sample.web.InvalidFieldException;
import org.jspecify.annotations.Nullable;

import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * An order as a customer sends it: nothing is certain yet.
 *
 * @param item what is ordered
 * @param amount what is to be paid
 * @param payWithin until when it is to be paid, as a duration such as {@code 90s} or
 * {@code PT90S}
 * @param payBy until when it is to be paid, as an instant; only one of the two may be
 * given
 * @since 0.1.0
 */
public record OrderRequest(@Nullable String item, @Nullable BigDecimal amount, @Nullable String payWithin,
		@Nullable Instant payBy) {

	private static final BigDecimal MAX_AMOUNT = new BigDecimal("9999999999.99");

	private static final Pattern NUMBER_ONLY = Pattern.compile("[+-]?\\d+");

	/**
	 * Check the request.
	 * @param now the time at which it came
	 * @param defaultPayWithin how long the customer has to pay if the request is silent
	 * @return the order to be placed
	 * @throws InvalidFieldException if a field can't be taken
	 */
	public NewOrder check(Instant now, Duration defaultPayWithin) {
		return new NewOrder(Checks.text("item", this.item), checkAmount(), now, checkDueAt(now, defaultPayWithin));
	}

	// The size first: of 1e999999999 not even the digits after the point may be counted.
	private BigDecimal checkAmount() {
		if (this.amount == null || this.amount.signum() <= 0 || this.amount.compareTo(MAX_AMOUNT) > 0
				|| this.amount.stripTrailingZeros().scale() > 2) {
			throw new InvalidFieldException("amount",
					"must be a number above 0 and up to " + MAX_AMOUNT + " with at most 2 decimals");
		}
		return this.amount.setScale(2);
	}

	private Instant checkDueAt(Instant now, Duration defaultPayWithin) {
		if (this.payBy == null) {
			Duration payWithin = (this.payWithin != null) ? checkPayWithin(this.payWithin) : defaultPayWithin;
			return Checks.dueTime("payWithin", now.plus(payWithin), now);
		}
		if (this.payWithin != null) {
			throw new InvalidFieldException("payBy", "must not be given together with 'payWithin'");
		}
		return Checks.dueTime("payBy", this.payBy, now);
	}

	private static Duration checkPayWithin(String text) {
		return parse(text).filter((duration) -> !duration.isNegative() && duration.compareTo(Checks.MAX_DELAY) <= 0)
			.orElseThrow(() -> new InvalidFieldException("payWithin", "must be a duration with a unit, such as 90s, "
					+ "30m or PT1H30M, and at most " + Checks.MAX_DELAY.toDays() + " days"));
	}

	private static Optional<Duration> parse(String text) {
		if (NUMBER_ONLY.matcher(text).matches()) {
			return Optional.empty();
		}
		try {
			return Optional.of(DurationFormatterUtils.detectAndParse(text));
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return Optional.empty();
		}
	}

}
