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

package io.delayqueue.store;

import org.springframework.util.Assert;

/**
 * Identifies a call of a consumer, so that its repetition is recognised. A consumer's
 * calls follow one another; one that failed is repeated with the same number until a
 * reply arrives or the consumer gives up. A store remembers of each consumer its last
 * claim and, apart from it, its last settle call: settling does not keep a claim from
 * being repeated. A claim or settle call with a lower number than the last of its kind is
 * a copy that comes late, when nobody waits for its reply any more: it is refused and
 * changes nothing. Extending leases needs no memory, since it can be repeated anyway. A
 * consumer that has made no call for a day may be forgotten.
 *
 * @param queue the queue
 * @param consumer the consumer's name, unique among all consumers of the queue; letters,
 * digits, {@code .}, {@code _} and {@code -}
 * @param number rises from call to call of the consumer, from 1
 * @param confirmed the token of the consumer's last claim whose reply has arrived, or 0.
 * A lease that ended without ever having been confirmed is not counted as a failure of
 * its message, since no handler saw it; but from the tenth time in the message's life on
 * it is.
 * @param source what the consumer takes of the queue, the same in all its calls
 * @since 0.1.0
 */
public record ConsumerCall(String queue, String consumer, long number, long confirmed, Source source) {

	/**
	 * Create a call of a consumer of messages.
	 * @param queue the queue
	 * @param consumer the consumer's name
	 * @param number rises from call to call
	 * @param confirmed the token of the consumer's last claim whose reply has arrived
	 */
	public ConsumerCall(String queue, String consumer, long number, long confirmed) {
		this(queue, consumer, number, confirmed, Source.MESSAGES);
	}

	public ConsumerCall {
		Assert.isTrue(number > 0, () -> "'number' must be positive, not " + number);
	}

}
