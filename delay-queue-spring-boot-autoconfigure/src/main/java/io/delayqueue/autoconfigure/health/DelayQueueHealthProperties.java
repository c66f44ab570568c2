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

package io.delayqueue.autoconfigure.health;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the health of the listeners.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("management.health.delay-queue")
public class DelayQueueHealthProperties {

	/**
	 * How long the store may fail, or be silent, before the listeners are down.
	 */
	private Duration threshold = Duration.ofSeconds(30);

	public Duration getThreshold() {
		return this.threshold;
	}

	public void setThreshold(Duration threshold) {
		this.threshold = threshold;
	}

}
