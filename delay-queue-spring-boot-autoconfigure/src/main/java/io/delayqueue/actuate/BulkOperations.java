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

package io.delayqueue.actuate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.delayqueue.core.BulkOperation;
import io.delayqueue.core.BulkProgress;
import org.jspecify.annotations.Nullable;

/**
 * What was begun by way of the endpoint and goes on in the background, and the last of
 * what has ended. Safe for use by many threads.
 */
final class BulkOperations {

	private static final int MAX_ENDED = 100;

	private final Map<String, Entry> entries = new LinkedHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	OperationDescriptor add(String queue, String kind, BulkOperation operation) {
		Entry entry = new Entry(UUID.randomUUID().toString(), queue, kind, operation);
		this.lock.lock();
		try {
			forgetOldest();
			this.entries.put(entry.id(), entry);
		}
		finally {
			this.lock.unlock();
		}
		return entry.describe();
	}

	private void forgetOldest() {
		long ended = this.entries.values().stream().filter(Entry::hasEnded).count();
		Iterator<Entry> oldest = this.entries.values().iterator();
		while (ended >= MAX_ENDED && oldest.hasNext()) {
			if (oldest.next().hasEnded()) {
				oldest.remove();
				ended--;
			}
		}
	}

	List<OperationDescriptor> of(String queue) {
		return matching((entry) -> entry.queue().equals(queue)).map(Entry::describe).toList();
	}

	@Nullable OperationDescriptor find(String id) {
		return matching((entry) -> entry.id().equals(id)).map(Entry::describe).findFirst().orElse(null);
	}

	@Nullable OperationDescriptor cancel(String id) {
		matching((entry) -> entry.id().equals(id)).forEach((entry) -> entry.operation().cancel());
		return find(id);
	}

	private Stream<Entry> matching(Predicate<Entry> predicate) {
		this.lock.lock();
		try {
			return new ArrayList<>(this.entries.values()).stream().filter(predicate);
		}
		finally {
			this.lock.unlock();
		}
	}

	private record Entry(String id, String queue, String kind, BulkOperation operation) {

		private boolean hasEnded() {
			return this.operation.progress().state() != BulkProgress.State.RUNNING;
		}

		private OperationDescriptor describe() {
			return OperationDescriptor.of(this.id, this.queue, this.kind, this.operation.progress());
		}

	}

}
