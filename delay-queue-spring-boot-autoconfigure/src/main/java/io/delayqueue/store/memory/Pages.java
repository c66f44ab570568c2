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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.MessageSnapshot;

/**
 * Looks at messages, no more bytes at once than a claim hands out.
 */
final class Pages {

	private Pages() {
	}

	static List<MessageSnapshot> browse(EntryIndex entries, BrowseRequest request) {
		List<MessageSnapshot> page = new ArrayList<>();
		long bytes = 0;
		for (StoredEntry entry : entries.after(request.state(), request.after())) {
			bytes += entry.message().size();
			if (page.size() == request.limit() || (bytes > ClaimRequest.MAX_BYTES && !page.isEmpty())) {
				break;
			}
			page.add(entry.snapshot());
		}
		return page;
	}

	static List<Optional<MessageSnapshot>> find(EntryIndex entries, List<String> ids) {
		List<Optional<MessageSnapshot>> found = new ArrayList<>();
		long bytes = 0;
		for (String id : ids) {
			StoredEntry entry = entries.get(id);
			bytes += (entry != null) ? entry.message().size() : 0;
			if (bytes > ClaimRequest.MAX_BYTES && !found.isEmpty()) {
				break;
			}
			found.add(Optional.ofNullable(entry).map(StoredEntry::snapshot));
		}
		return found;
	}

}
