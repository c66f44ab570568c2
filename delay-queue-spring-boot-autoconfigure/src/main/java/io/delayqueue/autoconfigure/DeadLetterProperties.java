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

package io.delayqueue.autoconfigure;

import java.time.Duration;

/**
 * Settings of the dead letters.
 *
 * @since 0.1.0
 */
public class DeadLetterProperties {

	/**
	 * Whether messages that failed for good are kept; if not, they are removed.
	 */
	private boolean enabled = true;

	/**
	 * Whether messages whose time to live is over are kept; if not, they are removed.
	 */
	private boolean keepExpired = true;

	/**
	 * How long dead letters are kept.
	 */
	private Duration maxAge = Duration.ofDays(14);

	/**
	 * How many dead letters of each queue are kept.
	 */
	private long maxSize = 100_000;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public boolean isKeepExpired() {
		return this.keepExpired;
	}

	public void setKeepExpired(boolean keepExpired) {
		this.keepExpired = keepExpired;
	}

	public Duration getMaxAge() {
		return this.maxAge;
	}

	public void setMaxAge(Duration maxAge) {
		this.maxAge = maxAge;
	}

	public long getMaxSize() {
		return this.maxSize;
	}

	public void setMaxSize(long maxSize) {
		this.maxSize = maxSize;
	}

}
