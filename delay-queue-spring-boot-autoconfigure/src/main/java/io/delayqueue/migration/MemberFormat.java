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

package io.delayqueue.migration;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What the members of a sorted set are made of.
 */
enum MemberFormat {

	/**
	 * The message itself.
	 */
	PLAIN {

		@Override
		byte[] body(byte[] member) {
			return member;
		}

	},

	/**
	 * What Redisson packs by Lua's {@code struct}: a random id, the length of the message
	 * and the message. The id is a string that begins with its length, before Redisson
	 * 3.21 a floating-point number. Numbers are those of a little-endian machine, as is
	 * every one that Redis runs on today.
	 */
	REDISSON {

		@Override
		byte[] body(byte[] member) {
			int byString = (member.length > 0) ? 1 + Byte.toUnsignedInt(member[0]) : 0;
			for (int start : new int[] { byString, Double.BYTES }) {
				if (isLengthOfRest(member, start)) {
					return Arrays.copyOfRange(member, start + Long.BYTES, member.length);
				}
			}
			throw new IllegalArgumentException("This is no member of a delayed queue of Redisson");
		}

	};

	/**
	 * Return what the other queue was given.
	 * @param member the member
	 * @return the message within it
	 * @throws IllegalArgumentException if the member is not made like that
	 */
	abstract byte[] body(byte[] member);

	private static boolean isLengthOfRest(byte[] member, int index) {
		int rest = member.length - index - Long.BYTES;
		return rest >= 0 && ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN).getLong(index) == rest;
	}

}
