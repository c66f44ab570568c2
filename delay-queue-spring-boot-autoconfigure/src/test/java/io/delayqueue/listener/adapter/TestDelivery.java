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

package io.delayqueue.listener.adapter;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.TestAcknowledgment;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.StoredMessage;

/**
 * A delivery of message {@code m-1} of queue {@code orders}.
 */
public record TestDelivery(StoredMessage message, BooleanSupplier leaseLost,
		ClaimedMessage.Death death) implements Delivery {

	static final Acknowledgment ACKNOWLEDGMENT = new TestAcknowledgment();

	static final Instant DUE_TIME = Instant.parse("2026-03-01T07:00:00Z");

	static final Instant SCHEDULED_TIME = Instant.parse("2026-02-28T19:30:00Z");

	public static TestDelivery json(String payload) {
		return of(payload.getBytes(StandardCharsets.UTF_8), "application/json", Map.of());
	}

	public static TestDelivery text(String payload) {
		return of(payload.getBytes(StandardCharsets.UTF_8), "text/plain", Map.of());
	}

	static TestDelivery of(byte[] payload, String contentType, Map<String, String> headers) {
		return new TestDelivery(new StoredMessage(payload, contentType, headers, SCHEDULED_TIME, "s"), () -> false,
				null);
	}

	TestDelivery withLeaseLost(BooleanSupplier leaseLost) {
		return new TestDelivery(this.message, leaseLost, this.death);
	}

	TestDelivery withDeath(ClaimedMessage.Death death) {
		return new TestDelivery(this.message, this.leaseLost, death);
	}

	@Override
	public String getQueue() {
		return "orders";
	}

	@Override
	public String getId() {
		return "m-1";
	}

	@Override
	public StoredMessage getMessage() {
		return this.message;
	}

	@Override
	public Instant getDueTime() {
		return DUE_TIME;
	}

	@Override
	public Instant getOccurrence() {
		return this.message.isRecurring() ? DUE_TIME : null;
	}

	@Override
	public Duration getLateness() {
		return Duration.ofMillis(12);
	}

	@Override
	public int getAttempt() {
		return 3;
	}

	@Override
	public long getToken() {
		return 7;
	}

	@Override
	public ClaimedMessage.Death getDeath() {
		return this.death;
	}

	@Override
	public Acknowledgment getAcknowledgment() {
		return ACKNOWLEDGMENT;
	}

	@Override
	public boolean isLeaseLost() {
		return this.leaseLost.getAsBoolean();
	}

}
