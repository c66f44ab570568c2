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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;

import org.springframework.context.event.EventListener;

import static org.awaitility.Awaitility.await;

/**
 * What the application was told about its listeners.
 */
class Events {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final List<PollFailedEvent> failed = new CopyOnWriteArrayList<>();

	private final List<PollRecoveredEvent> recovered = new CopyOnWriteArrayList<>();

	private final List<MessageDeadLetteredEvent> dead = new CopyOnWriteArrayList<>();

	@EventListener
	void onFailure(PollFailedEvent event) {
		this.failed.add(event);
	}

	@EventListener
	void onRecovery(PollRecoveredEvent event) {
		this.recovered.add(event);
	}

	@EventListener
	void onDeath(MessageDeadLetteredEvent event) {
		this.dead.add(event);
	}

	List<String> failedQueues() {
		return this.failed.stream().map(PollFailedEvent::queue).toList();
	}

	List<String> recoveredQueues() {
		return this.recovered.stream().map(PollRecoveredEvent::queue).toList();
	}

	long failures(String queue) {
		return failedQueues().stream().filter(queue::equals).count();
	}

	long recoveries(String queue) {
		return recoveredQueues().stream().filter(queue::equals).count();
	}

	List<MessageDeadLetteredEvent> dead() {
		return this.dead;
	}

	void awaitFailed(int count) {
		await().atMost(TIMEOUT).until(() -> this.failed.size() >= count);
	}

	void awaitRecovered(int count) {
		await().atMost(TIMEOUT).until(() -> this.recovered.size() >= count);
	}

}
