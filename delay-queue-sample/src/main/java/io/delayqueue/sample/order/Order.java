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
import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.sample.overview.Lateness;
import org.jspecify.annotations.Nullable;

/**
 * An order.
 *
 * @param id the number
 * @param item what is ordered
 * @param amount what is to be paid
 * @param state what it has come to
 * @param placedAt when it was placed
 * @param dueAt until when it is to be paid
 * @param paidAt when it was paid, if it was
 * @param closedAt when it closed itself, if it did
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Order(long id, String item, BigDecimal amount, OrderState state, Instant placedAt, Instant dueAt,
		@Nullable Instant paidAt, @Nullable Instant closedAt) {

	/**
	 * Return how late the order closed itself.
	 * @return the time from due to closed in milliseconds, or {@code null} unless closed
	 */
	@JsonProperty
	public @Nullable Long lateMillis() {
		return Lateness.millis(this.dueAt, this.closedAt);
	}

}
