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

import io.delayqueue.listener.AckMode;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Settings of all listeners, unless a queue or an annotation says otherwise.
 *
 * @since 0.1.0
 */
public class ListenerProperties {

	/**
	 * Whether listeners start with the application.
	 */
	private boolean autoStartup = true;

	/**
	 * Number of messages that a listener handles at a time, for each of its queues.
	 */
	private int concurrency = 4;

	/**
	 * Who settles a message, and when.
	 */
	private AckMode ackMode = AckMode.AUTO;

	/**
	 * Whether a handler's thread is interrupted when its lease is known to be lost.
	 */
	private boolean interruptOnLeaseLost;

	/**
	 * How long a message belongs to the consumer that took it; renewed while it is
	 * handled.
	 */
	private Duration lease = Duration.ofSeconds(30);

	/**
	 * Longest time between two looks at a queue.
	 */
	private Duration maxPollInterval = Duration.ofSeconds(5);

	/**
	 * How long a stop waits for running handlers before it interrupts them.
	 */
	private Duration shutdownTimeout = Duration.ofSeconds(20);

	/**
	 * Whether the handling of each message is observed, by the application's
	 * ObservationRegistry.
	 */
	private boolean observationEnabled;

	@NestedConfigurationProperty
	private final RetryProperties retry = new RetryProperties();

	public boolean isAutoStartup() {
		return this.autoStartup;
	}

	public void setAutoStartup(boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	public int getConcurrency() {
		return this.concurrency;
	}

	public void setConcurrency(int concurrency) {
		this.concurrency = concurrency;
	}

	public AckMode getAckMode() {
		return this.ackMode;
	}

	public void setAckMode(AckMode ackMode) {
		this.ackMode = ackMode;
	}

	public boolean isInterruptOnLeaseLost() {
		return this.interruptOnLeaseLost;
	}

	public void setInterruptOnLeaseLost(boolean interruptOnLeaseLost) {
		this.interruptOnLeaseLost = interruptOnLeaseLost;
	}

	public Duration getLease() {
		return this.lease;
	}

	public void setLease(Duration lease) {
		this.lease = lease;
	}

	public Duration getMaxPollInterval() {
		return this.maxPollInterval;
	}

	public void setMaxPollInterval(Duration maxPollInterval) {
		this.maxPollInterval = maxPollInterval;
	}

	public Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public void setShutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

	public boolean isObservationEnabled() {
		return this.observationEnabled;
	}

	public void setObservationEnabled(boolean observationEnabled) {
		this.observationEnabled = observationEnabled;
	}

	public RetryProperties getRetry() {
		return this.retry;
	}

}
