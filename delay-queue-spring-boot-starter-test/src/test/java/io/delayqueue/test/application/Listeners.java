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

package io.delayqueue.test.application;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.BatchListenerFailedException;
import io.delayqueue.support.DelayHeaders;

import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Listeners of every kind.
 */
@Component
public class Listeners {

	private final DelayQueueTemplate template;

	private final List<String> seen = new ArrayList<>();

	private final List<Acknowledgment> open = new ArrayList<>();

	Listeners(DelayQueueTemplate template) {
		this.template = template;
	}

	/**
	 * Return what these listeners have seen.
	 * @return what they noted
	 */
	public List<String> seen() {
		return this.seen;
	}

	/**
	 * Return what the listener of {@code manual} has left to others.
	 * @return the acknowledgments
	 */
	public List<Acknowledgment> open() {
		return this.open;
	}

	@DelayListener("reminders")
	void remind(String text) {
		boolean transactional = TransactionSynchronizationManager.isActualTransactionActive();
		this.seen.add(transactional ? text + " in a transaction" : text);
	}

	@DelayListener("chain")
	void chain(int left, @Header(DelayHeaders.ID) String id) {
		if (left > 0) {
			this.template.schedule(
					DelayMessage.to("chain").payload(left - 1).delay(Duration.ofMinutes(10)).id(id + "'").build());
		}
	}

	@DelayListener("endless")
	void endless(String text) {
		this.template.schedule("endless", text, Duration.ZERO);
	}

	@DelayListener("again")
	void again(String text, @Header(DelayHeaders.ID) String id) {
		this.template.schedule(DelayMessage.to("again")
			.payload(text)
			.delay(Duration.ofMinutes(1))
			.id(id)
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build());
	}

	@DelayListener(queues = "fragile", maxRetries = "2")
	void fail(String text, @Header(DelayHeaders.ATTEMPT) int attempt) {
		if (attempt <= Integer.parseInt(text)) {
			throw new IllegalArgumentException("attempt " + attempt);
		}
	}

	@DelayListener(queues = "fragile", deadLetters = "true", autoStartup = "false", id = "mourners")
	void mourn(String text, @Header(DelayHeaders.DEATH_MESSAGE) String message) {
		this.seen.add(text + " died of " + message);
	}

	@DelayListener(queues = "manual", ackMode = "manual")
	void hold(String text, Acknowledgment acknowledgment) {
		this.open.add(acknowledgment);
	}

	@DelayListener(queues = "once", ackMode = "none")
	void once(String text) {
		throw new IllegalStateException(text);
	}

	@DelayListener(queues = "batch", batch = "true", batchSize = "3")
	void batch(List<Message<String>> messages) {
		this.seen.add(messages.stream().map(Message::getPayload).toList().toString());
		List<String> bad = messages.stream()
			.filter((message) -> message.getPayload().startsWith("bad")
					&& message.getHeaders().get(DelayHeaders.ATTEMPT, Integer.class) == 1)
			.map((message) -> message.getHeaders().get(DelayHeaders.ID, String.class))
			.toList();
		if (!bad.isEmpty()) {
			throw new BatchListenerFailedException(bad, new IllegalArgumentException("bad ones"));
		}
	}

	@DelayListener("later")
	CompletionStage<Void> later(String text) {
		return CompletableFuture.runAsync(() -> this.seen.add(text));
	}

	@DelayListener("ticks")
	void tick(String text) {
	}

}
