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

package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the meters.
 *
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = "delay-queue.metrics", ignoreUnknownFields = false)
public class DelayQueueMetricsProperties {

	/**
	 * Shortest time between two looks at the queues for their gauges, however often those
	 * are read. Nobody looks while they are not read.
	 */
	private Duration interval = Duration.ofSeconds(10);

	/**
	 * Number of queues that have meters of their own, those with listeners in this
	 * application before others.
	 */
	private int maxQueues = 100;

	public Duration getInterval() {
		return this.interval;
	}

	public void setInterval(Duration interval) {
		this.interval = interval;
	}

	public int getMaxQueues() {
		return this.maxQueues;
	}

	public void setMaxQueues(int maxQueues) {
		this.maxQueues = maxQueues;
	}

}
