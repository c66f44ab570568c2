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

package io.delayqueue.migration;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;

/**
 * A message that is pending in another queue.
 *
 * @since 0.1.0
 */
public final class PendingMessage {

	/**
	 * The header by which an imported message with an id of its own is known again.
	 */
	public static final String IMPORT_HEADER = "imported-as";

	private final String id;

	private final byte[] body;

	private final Instant dueTime;

	PendingMessage(String id, byte[] body, Instant dueTime) {
		this.id = id;
		this.body = body;
		this.dueTime = dueTime;
	}

	/**
	 * Return an id made from the message and its due time. It is the same each time, and
	 * that of no other message.
	 * @return the id
	 */
	public String getId() {
		return this.id;
	}

	/**
	 * Return what the other queue was given.
	 * @return the bytes
	 */
	public byte[] getBody() {
		return this.body.clone();
	}

	/**
	 * Return what the other queue was given, as text.
	 * @return the bytes read as UTF-8
	 */
	public String getText() {
		return new String(this.body, StandardCharsets.UTF_8);
	}

	/**
	 * Return when the message is due.
	 * @return the instant that its score stands for
	 */
	public Instant getDueTime() {
		return this.dueTime;
	}

	/**
	 * Begin the message that takes this one's place, due at the same time, under the
	 * {@linkplain #getId() id} made from this one.
	 * @param <T> the payload type
	 * @param queue the queue
	 * @param payload the payload
	 * @return takes headers and the like
	 */
	public <T> DelayMessage.Builder<T> to(String queue, T payload) {
		return DelayMessage.to(queue)
			.payload(payload)
			.id(this.id)
			.dueTime(this.dueTime)
			.onDuplicate(DuplicatePolicy.KEEP);
	}

	/**
	 * Begin the message that takes this one's place, due at the same time, under an id by
	 * which the application will cancel or look it up. It has a header
	 * {@value #IMPORT_HEADER}, so that an import that is repeated can tell it from others
	 * with the id. With an outbox it can't: then no two messages may be given the same
	 * id.
	 * @param <T> the payload type
	 * @param queue the queue
	 * @param id the id
	 * @param payload the payload
	 * @return takes headers and the like
	 */
	public <T> DelayMessage.Builder<T> to(String queue, String id, T payload) {
		return to(queue, payload).id(id).header(IMPORT_HEADER, this.id);
	}

	/**
	 * Describe the message without its body, which may be confidential.
	 */
	@Override
	public String toString() {
		return "PendingMessage[id=" + this.id + ", dueTime=" + this.dueTime + "]";
	}

}
