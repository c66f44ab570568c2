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

import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;

/**
 * Writes and reads what the purge script takes and gives.
 */
final class PurgeCodec {

	private PurgeCodec() {
	}

	static ScriptArguments encode(PurgeRequest request, ScriptArguments arguments) {
		PurgeRequest.Mark from = request.from();
		return arguments.add(request.state().name())
			.add(request.limit())
			.add((from != null) ? Long.toString(from.last()) : "")
			.addOrEmpty((from != null) ? from.after() : null);
	}

	static PurgeReply decode(ScriptReply reply) {
		int removed = reply.count();
		return new PurgeReply(removed, reply.hasNext() ? mark(reply) : null);
	}

	private static PurgeRequest.Mark mark(ScriptReply reply) {
		long last = reply.number();
		return new PurgeRequest.Mark(last, new BrowseRequest.Position(reply.instant(), reply.text()));
	}

}
