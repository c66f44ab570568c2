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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What goes in comes out: ids, payloads and headers of any content.
 */
interface ContentContract extends StoreContract {

	@ParameterizedTest
	@ValueSource(strings = { "1", "order-42", "a b", "{orders}", "orders:1", "*", "%s", "\"'\\", "-1", "1e3", "NaN",
			"été", "订单-42", "\ud83d\ude00\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67" })
	default void idOfAnyContentIsKept(String id) {
		assertLife(id, driver().message("payload"));
	}

	@Test
	default void idOf256BytesIsKept() {
		assertLife("x".repeat(256), driver().message("payload"));
		assertLife("\ud83d\ude00".repeat(64), driver().message("payload"));
	}

	@Test
	default void idsThatAreEqualButForCaseOrFormAreDifferent() {
		driver().scheduleDue("a", "A", "é", "e\u0301", " a", "a ");
		assertThat(driver().count().due()).isEqualTo(6);
	}

	@Test
	default void emptyPayloadIsKept() {
		assertLife(ID, driver().message(new byte[0]));
	}

	@Test
	default void payloadOf900KilobytesIsKept() {
		byte[] payload = new byte[900 * 1024];
		new Random(42).nextBytes(payload);
		assertLife(ID, driver().message(payload));
	}

	@Test
	default void payloadOfAnyBytesIsKept() {
		byte[] payload = new byte[512];
		for (int i = 0; i < payload.length; i++) {
			payload[i] = (byte) i;
		}
		assertLife(ID, driver().message(payload));
	}

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\n\n", "\r\n", "\0", "1 x j\n{}", " ", "\"quoted\"", "{}", "-1", "1.0E15",
			"\ud83d\ude00" })
	default void payloadThatLooksLikeSomethingElseIsKept(String payload) {
		assertLife(ID, driver().message(payload));
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "text/plain", "application/octet-stream", "text/plain;charset=UTF-8",
			"application/vnd.acme+json; a=\"b & c\"", "" })
	default void contentTypeIsKept(String contentType) {
		assertLife(ID, new StoredMessage(new byte[] { 1 }, contentType, Map.of(), driver().now(), driver().unique()));
	}

	@Test
	default void headersOfAnyContentAreKept() {
		Map<String, String> headers = Map.of("plain", "value", "empty", "", "a=b&c", "=&%+ ;,", "line", "one\ntwo\r\n",
				"\ud83d\ude00", "\ud83d\ude00 é", " ", " ", "\n", "\0", "contentType", "x", "1", "2");
		assertLife(ID,
				new StoredMessage(new byte[] { '\n' }, "text/plain", headers, driver().now(), driver().unique()));
	}

	@Test
	default void headersCountAmongTheBytesOfAClaim() {
		Map<String, String> headers = Map.of("large", "x".repeat(600 * 1024));
		for (String id : new String[] { "a", "b" }) {
			driver().schedule(new ScheduleCommand(id,
					new StoredMessage(new byte[] { 1 }, "text/plain", headers, driver().now(), driver().unique()),
					new DueTime.After(Duration.ZERO), false));
		}
		driver().advance(Duration.ofMillis(1));
		assertThat(StoreDriver.ids(driver().consumer("first").claim())).containsExactly("a");
		assertThat(StoreDriver.ids(driver().consumer("first").claim())).containsExactly("b");
	}

	@Test
	default void manyHeadersAreKept() {
		Map<String, String> headers = new HashMap<>();
		for (int i = 0; i < 200; i++) {
			headers.put("header-" + i, "value ".repeat(i));
		}
		assertLife(ID, new StoredMessage(new byte[] { 1 }, "text/plain", headers, driver().now(), driver().unique()));
	}

	@Test
	default void scheduledTimeIsKeptWhateverTheStoresClock() {
		for (Instant scheduled : new Instant[] { Instant.EPOCH, Instant.ofEpochMilli(1),
				Instant.parse("2026-02-03T04:05:06.789Z"), Instant.parse("4999-12-31T23:59:59.999Z") }) {
			assertLife(ID, new StoredMessage(new byte[] { 1 }, "text/plain", Map.of(), scheduled, "abcdefgh12345678"));
		}
	}

	@Test
	default void laterChangeOfTheCallersBytesIsNotSeen() {
		byte[] payload = "before".getBytes(StandardCharsets.UTF_8);
		driver().schedule(new ScheduleCommand(ID, driver().message(payload), new DueTime.After(Duration.ZERO), false));
		payload[0] = 'X';
		assertThat(driver().find(ID).message().payload()).asString().isEqualTo("before");
		driver().find(ID).message().payload()[0] = 'Y';
		driver().consumer("first").claimOne().message().payload()[0] = 'Z';
		assertThat(driver().find(ID).message().payload()).asString().isEqualTo("before");
	}

	/**
	 * Lead a message through a whole life and see that it stays what it is.
	 */
	private void assertLife(String id, StoredMessage message) {
		ScheduleCommand command = new ScheduleCommand(id, message, new DueTime.After(Duration.ZERO), false);
		assertThat(driver().schedule(command).found()).isNull();
		assertThat(driver().schedule(command).outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(driver().find(id).message()).isEqualTo(message);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(delivery.id()).isEqualTo(id);
		assertThat(delivery.message()).isEqualTo(message);
		assertThat(delivery.defect()).isNull();
		assertThat(consumer.extend(StoreDriver.LEASE, delivery)).containsExactly(true);
		ClaimedMessage second = consumer.claimOne(StoreDriver.retry(delivery, Duration.ZERO));
		assertThat(second.message()).isEqualTo(message);
		consumer.settle(StoreDriver.deadLetter(second));
		assertThat(driver().find(id).message()).isEqualTo(message);
		driver().store().cancel(QUEUE, id);
		assertThat(driver().isAbsent(id)).isTrue();
	}

}
