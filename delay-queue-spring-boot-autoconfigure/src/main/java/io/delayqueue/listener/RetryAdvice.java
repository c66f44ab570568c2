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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What an exception says about its own retry, in the words of the outermost exception of
 * its chain that says anything.
 *
 * @param retryable whether a retry may help
 * @param pause how long to wait, or {@code null} for the pause that the settings give
 */
record RetryAdvice(boolean retryable, @Nullable Duration pause) {

	static RetryAdvice of(Throwable failure, List<Class<? extends Throwable>> notRetryable) {
		for (Throwable exception : DeathCauses.chain(failure)) {
			if (exception instanceof RetryAfterException retryAfter) {
				return new RetryAdvice(true, retryAfter.getPause());
			}
			if (exception instanceof DoNotRetryException
					|| notRetryable.stream().anyMatch((type) -> type.isInstance(exception))) {
				return new RetryAdvice(false, null);
			}
		}
		return new RetryAdvice(true, null);
	}

}
