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

/**
 * A member of a sorted set as it was read.
 *
 * @param bytes the member
 * @param score its score, in the words of Redis
 */
record PendingMember(byte[] bytes, String score) {

	double scoreValue() {
		return valueOf(this.score);
	}

	static double valueOf(String score) {
		return switch (score) {
			case "inf" -> Double.POSITIVE_INFINITY;
			case "-inf" -> Double.NEGATIVE_INFINITY;
			default -> Double.parseDouble(score);
		};
	}

}
