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

package io.delayqueue.test;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown when deliveries seem to have no end, as when a handler schedules another message
 * for at once each time.
 *
 * @since 0.1.0
 */
public class TooManyDeliveriesException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private static final int SHOWN = 5;

	TooManyDeliveriesException(int deliveries, Instant begin, Instant now, Instant end, List<Handling> handlings) {
		super("There were " + deliveries + " deliveries on the way from " + begin + " to " + end + ", now is " + now
				+ ", and there may be more. The last handlings were:" + last(handlings)
				+ "\nDoes a handler schedule a message for at once whenever it is called, or does one recur very "
				+ "often? If so many are as they should be, raise 'delay-queue.test.max-deliveries', or advance in "
				+ "smaller steps");
	}

	private static String last(List<Handling> handlings) {
		return handlings.subList(Math.max(0, handlings.size() - SHOWN), handlings.size())
			.stream()
			.map((handling) -> "\n  " + handling)
			.collect(Collectors.joining());
	}

}
