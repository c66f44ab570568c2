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
import java.util.LinkedHashMap;
import java.util.Map;

import io.delayqueue.listener.AckMode;
import io.delayqueue.store.QueueLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of the delay queue.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("delay-queue")
public class DelayQueueProperties {

	/**
	 * Whether to enable the delay queue.
	 */
	private boolean enabled = true;

	/**
	 * Where messages are kept.
	 */
	private Store store = Store.REDIS;

	/**
	 * What the names of all keys in Redis begin with.
	 */
	private String keyPrefix = "delay-queue";

	/**
	 * Maximum size of a message: its converted payload and its headers.
	 */
	private DataSize maxPayloadSize = DataSize.ofMegabytes(1);

	@NestedConfigurationProperty
	private final TemplateProperties template = new TemplateProperties();

	@NestedConfigurationProperty
	private final ListenerProperties listener = new ListenerProperties();

	@NestedConfigurationProperty
	private final DeadLetterProperties deadLetter = new DeadLetterProperties();

	/**
	 * Settings of single queues, by the queue's name.
	 */
	private final Map<String, QueueProperties> queues = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Store getStore() {
		return this.store;
	}

	public void setStore(Store store) {
		this.store = store;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public DataSize getMaxPayloadSize() {
		return this.maxPayloadSize;
	}

	public void setMaxPayloadSize(DataSize maxPayloadSize) {
		this.maxPayloadSize = maxPayloadSize;
	}

	public TemplateProperties getTemplate() {
		return this.template;
	}

	public ListenerProperties getListener() {
		return this.listener;
	}

	public DeadLetterProperties getDeadLetter() {
		return this.deadLetter;
	}

	public Map<String, QueueProperties> getQueues() {
		return this.queues;
	}

	/**
	 * The kinds of store.
	 */
	public enum Store {

		/**
		 * The application's Redis.
		 */
		REDIS,

		/**
		 * This JVM's memory, where nothing outlives the application: for tests and
		 * trials.
		 */
		MEMORY

	}

	/**
	 * Settings of one queue. What is not set comes from the listener's settings.
	 */
	public static class QueueProperties {

		/**
		 * Number of messages that a listener handles at a time.
		 */
		private @Nullable Integer concurrency;

		/**
		 * Who settles a message, and when.
		 */
		private @Nullable AckMode ackMode;

		/**
		 * Whether a handler's thread is interrupted when its lease is known to be lost.
		 */
		private @Nullable Boolean interruptOnLeaseLost;

		/**
		 * How long a message belongs to the consumer that took it; renewed while it is
		 * handled.
		 */
		private @Nullable Duration lease;

		/**
		 * How long after its due time a message may still be handled, unless it says so
		 * itself.
		 */
		private @Nullable Duration timeToLive;

		/**
		 * How long the id of a handled message counts as taken.
		 */
		private @Nullable Duration deduplicationWindow;

		/**
		 * Number of messages that are in flight at most, over all instances of the
		 * application; 0 for any number.
		 */
		private int maxInFlight;

		/**
		 * Number of messages that wait at most; 0 for any number.
		 */
		private long maxWaiting;

		@NestedConfigurationProperty
		private final RateLimitProperties rateLimit = new RateLimitProperties();

		/**
		 * Payload type of the queue's bean, checked where that is injected.
		 */
		private @Nullable Class<?> payloadType;

		@NestedConfigurationProperty
		private final RetryProperties retry = new RetryProperties();

		public @Nullable Integer getConcurrency() {
			return this.concurrency;
		}

		public void setConcurrency(@Nullable Integer concurrency) {
			this.concurrency = concurrency;
		}

		public @Nullable AckMode getAckMode() {
			return this.ackMode;
		}

		public void setAckMode(@Nullable AckMode ackMode) {
			this.ackMode = ackMode;
		}

		public @Nullable Boolean getInterruptOnLeaseLost() {
			return this.interruptOnLeaseLost;
		}

		public void setInterruptOnLeaseLost(@Nullable Boolean interruptOnLeaseLost) {
			this.interruptOnLeaseLost = interruptOnLeaseLost;
		}

		public @Nullable Duration getLease() {
			return this.lease;
		}

		public void setLease(@Nullable Duration lease) {
			this.lease = lease;
		}

		public @Nullable Duration getTimeToLive() {
			return this.timeToLive;
		}

		public void setTimeToLive(@Nullable Duration timeToLive) {
			this.timeToLive = timeToLive;
		}

		public @Nullable Duration getDeduplicationWindow() {
			return this.deduplicationWindow;
		}

		public void setDeduplicationWindow(@Nullable Duration deduplicationWindow) {
			this.deduplicationWindow = deduplicationWindow;
		}

		public int getMaxInFlight() {
			return this.maxInFlight;
		}

		public void setMaxInFlight(int maxInFlight) {
			this.maxInFlight = maxInFlight;
		}

		public long getMaxWaiting() {
			return this.maxWaiting;
		}

		public void setMaxWaiting(long maxWaiting) {
			this.maxWaiting = maxWaiting;
		}

		public RateLimitProperties getRateLimit() {
			return this.rateLimit;
		}

		QueueLimits limits() {
			return this.rateLimit.toLimits(this.maxInFlight);
		}

		public @Nullable Class<?> getPayloadType() {
			return this.payloadType;
		}

		public void setPayloadType(@Nullable Class<?> payloadType) {
			this.payloadType = payloadType;
		}

		public RetryProperties getRetry() {
			return this.retry;
		}

	}

}
