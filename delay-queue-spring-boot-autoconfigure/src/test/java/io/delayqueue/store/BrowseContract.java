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

package io.delayqueue.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#browse} does.
 */
interface BrowseContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void browseListsAMessageInItsStateOnly(Situation situation) {
		situation.reach(driver());
		MessageSnapshot found = driver().store().find(QUEUE, ID).orElse(null);
		for (MessageState state : MessageState.values()) {
			boolean here = found != null && found.state() == state;
			assertThat(driver().store().browse(new BrowseRequest(QUEUE, state, null, 10)))
				.isEqualTo(here ? List.of(found) : List.of());
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 10, 50 })
	default void browsePagesThroughAllInTheirOrder(int limit) {
		List<String> expected = new ArrayList<>();
		for (int time = 0; time < 5; time++) {
			for (String id : List.of("a", "b", "\u00e4", "\uffee", "\ud83d\ude00")) {
				driver().schedule(id + time, Duration.ofSeconds(time));
				expected.add(id + time);
			}
		}
		List<String> seen = new ArrayList<>();
		BrowseRequest.Position position = null;
		List<MessageSnapshot> page;
		do {
			page = driver().store().browse(new BrowseRequest(QUEUE, MessageState.WAITING, position, limit));
			page.forEach((message) -> seen.add(message.id()));
			position = page.isEmpty() ? position : BrowseRequest.Position.of(page.get(page.size() - 1));
		}
		while (!page.isEmpty());
		assertThat(seen).isEqualTo(expected);
	}

	@Test
	default void browseGoesOnWhenTheLastMessageOfAPageIsGone() {
		for (String id : List.of("a", "b", "c", "d")) {
			driver().schedule(id, Duration.ofSeconds(5));
		}
		MessageSnapshot last = driver().find("b");
		driver().store().cancel(QUEUE, "b");
		driver().store().cancel(QUEUE, "a");
		assertThat(driver().store()
			.browse(new BrowseRequest(QUEUE, MessageState.WAITING, BrowseRequest.Position.of(last), 10)))
			.extracting(MessageSnapshot::id)
			.containsExactly("c", "d");
	}

	@Test
	default void browseBeginsAtAnyTimeThatThereIs() {
		driver().schedule("now", Duration.ZERO);
		driver().schedule("last", new DueTime.At(Instant.MAX));
		assertThat(browseAfter(Instant.MIN, "x")).containsExactly("now", "last");
		assertThat(browseAfter(Instant.MAX, "kept")).containsExactly("last");
		assertThat(browseAfter(Instant.MAX, "last")).isEmpty();
	}

	private List<String> browseAfter(Instant time, String id) {
		BrowseRequest.Position position = new BrowseRequest.Position(time, id);
		return driver().store()
			.browse(new BrowseRequest(QUEUE, MessageState.WAITING, position, 10))
			.stream()
			.map(MessageSnapshot::id)
			.toList();
	}

	@Test
	default void browseGivesNoMoreBytesThanAClaim() {
		for (String id : List.of("a", "b", "c")) {
			driver().schedule(new ScheduleCommand(id, driver().message(new byte[500_000]),
					new DueTime.After(Duration.ZERO), false));
		}
		assertThat(driver().store().browse(new BrowseRequest(QUEUE, MessageState.WAITING, null, 10))).hasSize(2);
	}

	@Test
	default void browseOfManyEqualTimesFindsItsPlace() {
		driver().scheduleMany(500);
		List<MessageSnapshot> all = driver().store()
			.browse(new BrowseRequest(QUEUE, MessageState.WAITING, null, BrowseRequest.MAX_MESSAGES));
		assertThat(all).hasSize(500);
		IntStream.of(0, 1, 249, 498, 499)
			.forEach((i) -> assertThat(driver().store()
				.browse(new BrowseRequest(QUEUE, MessageState.WAITING, BrowseRequest.Position.of(all.get(i)), 1000)))
				.isEqualTo(all.subList(i + 1, 500)));
	}

}
