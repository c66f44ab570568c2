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

package io.delayqueue.core;

import java.time.Instant;

import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.EpochMillis;

/**
 * Positions as text that can be kept in a link.
 */
final class PageCursor {

	private PageCursor() {
	}

	static String encode(Position position) {
		return EpochMillis.of(position.time()) + ":" + position.id();
	}

	static Position decode(String cursor) {
		int colon = cursor.indexOf(':');
		try {
			return new Position(Instant.ofEpochMilli(Long.parseLong(cursor, 0, Math.max(0, colon), 10)),
					cursor.substring(colon + 1));
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'cursor' must come from another page, but is '" + cursor + "'", ex);
		}
	}

}
