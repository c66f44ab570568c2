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

package io.delayqueue.test;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.MessageSnapshot;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;

/**
 * A queue as a test sees it. Made for AssertJ:
 * {@code assertThat(queue).hasScheduled(id)}.
 *
 * @since 0.1.0
 */
public final class TestQueue implements AssertProvider<DelayQueueAssert> {

	private final String name;

	private final DelayQueueStore store;

	private final InstantSource clock;

	private final MessageConverter converter;

	private final List<Handling> handlings;

	TestQueue(String name, DelayQueueStore store, InstantSource clock, MessageConverter converter,
			List<Handling> handlings) {
		this.name = name;
		this.store = store;
		this.clock = clock;
		this.converter = converter;
		this.handlings = handlings;
	}

	/**
	 * Return the name of the queue.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the messages in a state: scheduled ones by due time, dead ones by their time
	 * of death.
	 * @param state the state
	 * @return the messages as they are now
	 */
	public List<TestMessage> messages(MessageState state) {
		List<TestMessage> messages = new ArrayList<>();
		BrowseRequest.Position last = null;
		List<MessageSnapshot> page = browse(state, last);
		while (!page.isEmpty()) {
			page.forEach((snapshot) -> messages.add(message(snapshot)));
			last = BrowseRequest.Position.of(page.get(page.size() - 1));
			page = browse(state, last);
		}
		return List.copyOf(messages);
	}

	private List<MessageSnapshot> browse(MessageState state, BrowseRequest.@Nullable Position after) {
		return this.store.browse(new BrowseRequest(this.name, state, after, BrowseRequest.MAX_MESSAGES));
	}

	/**
	 * Look up a message.
	 * @param id its id
	 * @return the message as it is now, or empty if it is absent
	 */
	public Optional<TestMessage> find(String id) {
		return this.store.find(this.name, id).map(this::message);
	}

	private TestMessage message(MessageSnapshot snapshot) {
		return new TestMessage(snapshot, this.converter);
	}

	/**
	 * Return what listeners have handled of this queue since the beginning of the test,
	 * in order.
	 * @return the handlings
	 */
	public List<Handling> handlings() {
		return this.handlings.stream().filter((handling) -> handling.queue().equals(this.name)).toList();
	}

	Instant now() {
		return this.clock.instant();
	}

	/**
	 * Return an assertion about this queue.
	 * @deprecated in favor of {@code assertThat(queue)}, as AssertJ wants it
	 */
	@Override
	@Deprecated(since = "0.1.0", forRemoval = false)
	public DelayQueueAssert assertThat() {
		return new DelayQueueAssert(this);
	}

	@Override
	public String toString() {
		return "queue '" + this.name + "'";
	}

}
