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

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;

import org.springframework.util.Assert;

/**
 * A pending message and the one that takes its place.
 *
 * @param member the pending one as it was read
 * @param id the id made from it
 * @param message the new one
 * @param messageId the id of the new one
 */
record ImportedMessage(PendingMember member, String id, DelayMessage<?> message, String messageId) {

	/**
	 * Put the two together.
	 * @param member the pending one as it was read
	 * @param id the id made from it
	 * @param message the new one
	 * @return both
	 * @throws IllegalArgumentException if the new one would not be known again
	 */
	static ImportedMessage of(PendingMember member, String id, DelayMessage<?> message) {
		String messageId = message.getId();
		Assert.isTrue(
				messageId != null && message.getDuplicatePolicy() == DuplicatePolicy.KEEP
						&& (messageId.equals(id) || id.equals(message.getHeaders().get(PendingMessage.IMPORT_HEADER))),
				"A message must be begun by one of the 'to' methods of the pending one, and keep its id and policy: "
						+ "an import that is repeated would schedule it twice");
		return new ImportedMessage(member, id, message, messageId);
	}

	/**
	 * Return whether nothing but this message can have its id.
	 * @return whether the id is the one made from the pending message
	 */
	boolean hasIdMadeFromPending() {
		return this.messageId.equals(this.id);
	}

}
