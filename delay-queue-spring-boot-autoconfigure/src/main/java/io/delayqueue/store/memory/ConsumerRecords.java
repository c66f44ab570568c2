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

package io.delayqueue.store.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.delayqueue.store.ConsumerCall;

/**
 * What is remembered of the consumers of one queue. Not safe for use by many threads.
 */
class ConsumerRecords {

	private static final long FORGOTTEN_AFTER = TimeUnit.DAYS.toMillis(1);

	private final Map<String, ConsumerRecord> records = new HashMap<>();

	/**
	 * Note a call, and forget consumers that have made none for long.
	 * @param call the call
	 * @param now when it is made
	 * @return what is remembered of the caller
	 */
	ConsumerRecord onCall(ConsumerCall call, StoreTime now) {
		ConsumerRecord record = this.records.get(call.consumer());
		if (record == null) {
			this.records.values().removeIf((other) -> !other.wasSeenSince(now.passed() - FORGOTTEN_AFTER));
			record = new ConsumerRecord();
			this.records.put(call.consumer(), record);
		}
		record.seen(now.passed(), call.confirmed());
		return record;
	}

	boolean isConfirmed(Lease lease) {
		ConsumerRecord record = this.records.get(lease.consumer());
		return record != null && record.hasConfirmed(lease.token());
	}

	void forget(String consumer) {
		this.records.remove(consumer);
	}

}
