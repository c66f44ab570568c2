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

import java.time.Duration;

import io.delayqueue.support.InvalidSettingException;

/**
 * Which messages are kept when they are not handed out any more, and for how long. What
 * is not kept is removed. Trimming goes in bounded steps, a step at the end of each claim
 * that is no repeat, the longest dead first; message and cause go together. A step takes
 * more than a claim may look at, so that they don't pile up, however fast messages die.
 *
 * @param keepFailed whether messages without retries left are kept
 * @param keepExpired whether messages whose time to live is over are kept
 * @param maxAge how long dead letters are kept
 * @param maxSize how many are kept, from 0
 * @since 0.1.0
 */
public record DeadLetterPolicy(boolean keepFailed, boolean keepExpired, Duration maxAge, long maxSize) {

	/**
	 * Keeps everything for ever.
	 */
	public static final DeadLetterPolicy KEEP_ALL = new DeadLetterPolicy(true, true, Duration.ofMillis(Long.MAX_VALUE),
			Long.MAX_VALUE);

	public DeadLetterPolicy {
		InvalidSettingException.check("maxAge", maxAge, (value) -> !value.isNegative(), "must not be negative");
		InvalidSettingException.check("maxSize", maxSize, (value) -> value >= 0, "must not be negative");
	}

}
