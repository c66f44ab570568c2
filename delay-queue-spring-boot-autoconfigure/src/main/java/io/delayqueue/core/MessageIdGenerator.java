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

package io.delayqueue.core;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Generates ids of 26 characters that sort in the order in which they were generated: the
 * layout and alphabet of ULID (48 bits of milliseconds, 80 random bits, Crockford's base
 * 32), monotonic within one generator also when the clock stands still or steps back.
 * Safe for use by many threads.
 *
 * @see <a href="https://github.com/ulid/spec">the ULID specification</a>
 */
final class MessageIdGenerator {

	private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private static final int LENGTH = 26;

	private static final int MAX_HIGH = 0xFFFF;

	private final InstantSource clock;

	private final RandomGenerator random;

	private final ReentrantLock lock = new ReentrantLock();

	private long millis;

	private int high;

	private long low;

	/**
	 * Create a generator.
	 * @param clock tells the time
	 */
	MessageIdGenerator(InstantSource clock) {
		this(clock, new SecureRandom());
	}

	MessageIdGenerator(InstantSource clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Generate an id.
	 * @return an id greater than all that this generator returned before
	 */
	String generate() {
		long now = this.clock.millis();
		this.lock.lock();
		try {
			if (now > this.millis) {
				begin(now);
			}
			else {
				increment();
			}
			return format();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void begin(long now) {
		this.millis = now;
		this.high = this.random.nextInt(MAX_HIGH + 1);
		this.low = this.random.nextLong();
	}

	private void increment() {
		this.low++;
		if (this.low == 0) {
			this.high++;
			if (this.high > MAX_HIGH) {
				begin(this.millis + 1);
			}
		}
	}

	private String format() {
		char[] chars = new char[LENGTH];
		write(chars, 0, 10, this.millis);
		// 80 bits are 16 characters of 5: the upper 40 bits are `high` and 24 of `low`.
		write(chars, 10, 8, ((long) this.high << 24) | (this.low >>> 40));
		write(chars, 18, 8, this.low & 0xFF_FFFF_FFFFL);
		return new String(chars);
	}

	private static void write(char[] chars, int offset, int length, long value) {
		long rest = value;
		for (int i = offset + length - 1; i >= offset; i--) {
			chars[i] = ALPHABET[(int) (rest & 31)];
			rest >>>= 5;
		}
	}

}
