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

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Asks for dead letters to be handed out again.
 *
 * @param queue the queue
 * @param ids which ones, each of them once; empty for those that are dead longest
 * @param limit how many at most, from 1 to {@link ClaimRequest#MAX_MESSAGES}
 * @param diedUntil only those that died until then, by the store's clock; {@code null}
 * for now
 * @since 0.1.0
 */
public record ReplayRequest(String queue, List<String> ids, int limit, @Nullable Instant diedUntil) {

	public ReplayRequest {
		Assert.isTrue(limit >= 1 && limit <= ClaimRequest.MAX_MESSAGES,
				() -> "'limit' must be from 1 to " + ClaimRequest.MAX_MESSAGES + ", not " + limit);
		int count = ids.size();
		Assert.isTrue(count <= limit, () -> "'ids' must be at most " + limit + ", not " + count);
		ids = List.copyOf(ids);
	}

}
