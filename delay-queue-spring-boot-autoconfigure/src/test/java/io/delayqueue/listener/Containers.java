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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes containers over one store in memory, collects their events, and stops them after
 * the test.
 */
class Containers implements AfterEachCallback {

	static final String QUEUE = "orders";

	static final Fault NOT_DONE = Fault.refused(() -> new DelayQueueException("not done"));

	static final Fault NOT_SENT_BUT_UNKNOWN = Fault.refused(() -> new OutcomeUnknownException("not sent", null));

	static final Fault REPLY_LOST = Fault.replyLost(() -> new OutcomeUnknownException("reply lost", null));

	private ScriptedStore store = new ScriptedStore(new InMemoryDelayQueueStore());

	private final List<DefaultDelayListenerContainer> containers = new ArrayList<>();

	private final List<Object> events = new CopyOnWriteArrayList<>();

	private int concurrency = 2;

	private Duration lease = Duration.ofSeconds(30);

	private Duration maxPollInterval = Duration.ofMinutes(1);

	private Duration shutdownTimeout = Duration.ofSeconds(5);

	private RetryPolicy retryPolicy = new RetryPolicy(2, List.of(Duration.ofMillis(10)), Duration.ZERO);

	private DeadLetterPolicy deadLetters = DeadLetterPolicy.KEEP_ALL;

	private HandlingSettings handling = HandlingSettings.DEFAULTS;

	/**
	 * Begin with an empty store that goes by a clock.
	 */
	Containers clock(InstantSource clock) {
		this.store = new ScriptedStore(new InMemoryDelayQueueStore(clock));
		return this;
	}

	Containers handling(HandlingSettings handling) {
		this.handling = handling;
		return this;
	}

	Containers ackMode(AckMode ackMode) {
		return handling(new HandlingSettings(ackMode, List.of(), false));
	}

	Containers deadLetters(DeadLetterPolicy deadLetters) {
		this.deadLetters = deadLetters;
		return this;
	}

	Containers concurrency(int concurrency) {
		this.concurrency = concurrency;
		return this;
	}

	Containers lease(Duration lease) {
		this.lease = lease;
		return this;
	}

	Containers maxPollInterval(Duration maxPollInterval) {
		this.maxPollInterval = maxPollInterval;
		return this;
	}

	Containers shutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
		return this;
	}

	Containers retryPolicy(RetryPolicy retryPolicy) {
		this.retryPolicy = retryPolicy;
		return this;
	}

	ScriptedStore store() {
		return this.store;
	}

	<T> List<T> events(Class<T> type) {
		return this.events.stream().filter(type::isInstance).map(type::cast).toList();
	}

	DefaultDelayListenerContainer create(DelayMessageListener listener, String... queues) {
		ListenerSettings settings = new ListenerSettings(this.concurrency, this.lease, this.maxPollInterval,
				this.shutdownTimeout, this.retryPolicy, this.deadLetters, Duration.ZERO, QueueLimits.NONE,
				this.handling);
		Map<String, ListenerSettings> all = new LinkedHashMap<>();
		for (String queue : (queues.length > 0) ? queues : new String[] { QUEUE }) {
			all.put(queue, settings);
		}
		DefaultDelayListenerContainer container = new DefaultDelayListenerContainer(this.store, "test", all, listener);
		container.setEventPublisher(this.events::add);
		this.containers.add(container);
		return container;
	}

	DefaultDelayListenerContainer start(DelayMessageListener listener, String... queues) {
		DefaultDelayListenerContainer container = create(listener, queues);
		container.start();
		return container;
	}

	void stopAll() {
		this.containers.forEach(DefaultDelayListenerContainer::stop);
	}

	void schedule(String id) {
		schedule(QUEUE, id, Duration.ZERO);
	}

	void schedule(String id, Duration delay) {
		schedule(QUEUE, id, delay);
	}

	void schedule(String queue, String id, Duration delay) {
		this.store.schedule(queue, List.of(new ScheduleCommand(id, message(id), new DueTime.After(delay), false)));
	}

	static StoredMessage message(String payload) {
		return new StoredMessage(payload.getBytes(StandardCharsets.UTF_8), "text/plain", Map.of(), Instant.EPOCH,
				"stamp");
	}

	MessageState state(String id) {
		return this.store.find(QUEUE, id).map(MessageSnapshot::state).orElseThrow();
	}

	DeathCause cause(String id) {
		return this.store.find(QUEUE, id).map(MessageSnapshot::cause).orElseThrow();
	}

	/**
	 * Return whether the store has no such message.
	 */
	boolean isGone(String id) {
		return this.store.find(QUEUE, id).isEmpty();
	}

	/**
	 * Wait with a short time between looks.
	 */
	static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
	}

	/**
	 * See whether something stays as it is for a while.
	 */
	static ConditionFactory awaitDuring(Duration time) {
		return await().during(time).atMost(time.plusSeconds(10));
	}

	@Override
	public void afterEach(ExtensionContext context) {
		this.store.allAlways(Fault.NONE);
		this.containers.forEach((container) -> container.stop(() -> {
		}));
	}

}
