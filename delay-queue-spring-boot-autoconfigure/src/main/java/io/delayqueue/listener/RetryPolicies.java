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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.delayqueue.store.RetryPolicy;
import io.delayqueue.support.InvalidSettingException;

import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Makes {@link RetryPolicy retry policies} from the properties users know.
 *
 * @since 0.1.0
 */
public final class RetryPolicies {

	private RetryPolicies() {
	}

	/**
	 * Return a policy whose pauses grow by a factor until a cap.
	 * @param maxRetries how many failures are followed by a retry;
	 * {@link RetryPolicy#UNLIMITED} for no bound
	 * @param delay the first pause
	 * @param multiplier by how much each pause is longer than the one before, at least 1
	 * @param maxDelay the longest pause
	 * @param jitter a random part up to this is added to each pause
	 * @return the policy
	 * @throws IllegalArgumentException if one of the values makes no sense
	 */
	public static RetryPolicy exponential(int maxRetries, Duration delay, double multiplier, Duration maxDelay,
			Duration jitter) {
		InvalidSettingException.check("maxRetries", maxRetries, (value) -> value >= 0, "must not be negative");
		InvalidSettingException.check("delay", delay, (value) -> !value.isNegative(), "must not be negative");
		InvalidSettingException.check("multiplier", multiplier, (value) -> value >= 1 && Double.isFinite(value),
				"must be at least 1");
		InvalidSettingException.check("maxDelay", maxDelay, (value) -> value.compareTo(delay) >= 0,
				"must not be shorter than the delay");
		InvalidSettingException.check("jitter", jitter, (value) -> !value.isNegative(), "must not be negative");
		return new RetryPolicy(maxRetries, pauses(delay, multiplier, maxDelay), jitter);
	}

	private static List<Duration> pauses(Duration delay, double multiplier, Duration maxDelay) {
		ExponentialBackOff backOff = new ExponentialBackOff(TimeUnit.MILLISECONDS.convert(delay), multiplier);
		backOff.setMaxInterval(TimeUnit.MILLISECONDS.convert(maxDelay));
		BackOffExecution execution = backOff.start();
		List<Duration> pauses = new ArrayList<>();
		Duration last = null;
		// Not cut off at the number of retries, which a listener may raise.
		while (pauses.size() < RetryPolicy.MAX_PAUSES) {
			Duration pause = Duration.ofMillis(execution.nextBackOff());
			if (pause.equals(last)) {
				break;
			}
			pauses.add(pause);
			last = pause;
		}
		return pauses;
	}

}
