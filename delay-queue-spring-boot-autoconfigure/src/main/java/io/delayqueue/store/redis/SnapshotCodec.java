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

package io.delayqueue.store.redis;

import java.time.Instant;

import io.delayqueue.MessageState;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is stored of one message.
 */
final class SnapshotCodec {

	private SnapshotCodec() {
	}

	static MessageSnapshot decode(String id, MessageState state, ScriptReply reply) {
		Instant time = reply.instant();
		int over = reply.count();
		int failures = reply.count();
		StoredMessage message = decodeMessage(reply.bytes());
		String line = reply.text();
		DeathCause cause = (state == MessageState.DEAD) ? DeathCauseCodec.decode(line) : null;
		int priority = reply.count();
		// The delivery that goes on is not over.
		int deliveries = (state == MessageState.IN_FLIGHT) ? over + 1 : over;
		return new MessageSnapshot(id, state, time, deliveries, failures, message, cause, priority);
	}

	private static @Nullable StoredMessage decodeMessage(byte[] stored) {
		try {
			return StoredMessageCodec.decode(stored);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
