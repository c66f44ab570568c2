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

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.delayqueue.store.ClaimedMessage;

/**
 * Those dead letters of one queue that a consumer of dead letters may still have, and
 * where they are with them: they wait or are in flight here, while the queue's own index
 * has them among the dead. Not safe for use by many threads.
 */
final class DeadLetterIndex extends EntryIndex {

	private final EntryIndex all;

	DeadLetterIndex(EntryIndex all) {
		this.all = all;
	}

	void offer(StoredEntry dead) {
		put(dead.once(dead.id()).waiting(dead.time(), Attempts.NONE));
	}

	void withhold(String id) {
		StoredEntry entry = get(id);
		if (entry != null) {
			super.remove(entry);
		}
	}

	@Override
	void remove(StoredEntry entry) {
		this.all.remove(inAll(entry));
	}

	@Override
	boolean giveUp(StoredEntry entry, StoredEntry dead, boolean keep) {
		withhold(entry.id());
		return true;
	}

	@Override
	ClaimedMessage claimed(StoredEntry entry, long token, Duration lateness) {
		StoredEntry dead = inAll(entry);
		return entry.claimed(token, lateness,
				new ClaimedMessage.Death(Instant.ofEpochMilli(dead.time()), dead.cause()));
	}

	private StoredEntry inAll(StoredEntry entry) {
		return Objects.requireNonNull(this.all.get(entry.id()));
	}

}
