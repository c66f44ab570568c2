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

package io.delayqueue.store.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.MessageState;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the model, searched from end to end.
 */
class ModelMessages {

	private final Map<String, ModelMessage> messages = new HashMap<>();

	@Nullable ModelMessage get(String id) {
		return this.messages.get(id);
	}

	Optional<ModelMessage> find(String id, MessageState state) {
		return Optional.ofNullable(get(id)).filter((message) -> message.state == state);
	}

	void put(ModelMessage message) {
		this.messages.put(message.id, message);
	}

	@Nullable ModelMessage remove(String id) {
		return this.messages.remove(id);
	}

	List<ModelMessage> in(MessageState state) {
		return in(state, (message) -> true);
	}

	List<ModelMessage> in(MessageState state, Predicate<ModelMessage> condition) {
		return sorted(state, condition, ModelMessage.EARLIEST_DUE_FIRST);
	}

	List<ModelMessage> sorted(MessageState state, Predicate<ModelMessage> condition, Comparator<ModelMessage> order) {
		return this.messages.values()
			.stream()
			.filter((message) -> message.state == state)
			.filter(condition)
			.sorted(order)
			.toList();
	}

	/**
	 * Return what the consumers of a source may have.
	 * @param source the source
	 * @return these messages, or what there is now of dead letters
	 */
	ModelMessages of(Source source) {
		if (source == Source.MESSAGES) {
			return this;
		}
		ModelMessages letters = new ModelMessages();
		in(MessageState.DEAD).stream().flatMap((dead) -> Stream.ofNullable(dead.letter)).forEach(letters::put);
		return letters;
	}

	/**
	 * Return what a store is to keep for them, and nothing else.
	 * @param time the present time
	 * @param settled what is remembered of handled ones
	 * @return all of it
	 */
	StoredQueue stored(ModelTime time, Map<String, Long> settled) {
		List<ModelMessage> all = List.copyOf(this.messages.values());
		return new StoredQueue(times(MessageState.WAITING, (message) -> message.dueTime),
				times(MessageState.IN_FLIGHT, (message) -> message.leaseEnd),
				times(MessageState.DEAD, (message) -> message.death), byId(all, (message) -> message.content), owners(),
				attempts(), byId(in(MessageState.DEAD), (message) -> message.cause),
				byId(all.stream().filter((message) -> message.timeToLive != null).toList(),
						(message) -> message.expiry(time)),
				byId(all.stream().filter((message) -> message.occurrence != null).toList(),
						(message) -> message.occurrence),
				Map.copyOf(settled), priorities((message) -> true),
				priorities((message) -> message.state == MessageState.WAITING).keySet(),
				of(Source.DEAD_LETTERS).storedLetters());
	}

	private Map<String, Long> priorities(Predicate<ModelMessage> condition) {
		return byId(
				this.messages.values().stream().filter((message) -> message.priority > 0).filter(condition).toList(),
				(message) -> (long) message.priority);
	}

	private StoredQueue.Letters storedLetters() {
		return new StoredQueue.Letters(times(MessageState.WAITING, (letter) -> letter.dueTime),
				times(MessageState.IN_FLIGHT, (letter) -> letter.leaseEnd), owners(), attempts());
	}

	private Map<String, StoredQueue.Owner> owners() {
		return byId(in(MessageState.IN_FLIGHT),
				(message) -> new StoredQueue.Owner(message.token, message.dueTime, message.consumer));
	}

	private Map<String, StoredQueue.Attempts> attempts() {
		return byId(this.messages.values().stream().filter((message) -> message.deliveriesOver() > 0).toList(),
				(message) -> new StoredQueue.Attempts(message.deliveriesOver(), message.failures, message.returns));
	}

	private Map<String, Long> times(MessageState state, ToLongFunction<ModelMessage> time) {
		return byId(in(state), time::applyAsLong);
	}

	private static <T> Map<String, T> byId(List<ModelMessage> messages, Function<ModelMessage, T> value) {
		return messages.stream().collect(Collectors.toMap((message) -> message.id, value));
	}

}
