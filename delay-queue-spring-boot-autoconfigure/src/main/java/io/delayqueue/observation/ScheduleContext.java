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

package io.delayqueue.observation;

import java.util.HashMap;
import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling of a message. What traces put into the carrier goes with the message as
 * its headers.
 *
 * @since 0.1.0
 */
public final class ScheduleContext extends SenderContext<Map<String, String>> {

	private final String queue;

	private final Map<String, String> headers;

	private @Nullable String messageId;

	private @Nullable String outcome;

	/**
	 * Create a context.
	 * @param queue the queue
	 * @param messageId the message's id, or {@code null} if it has none yet
	 * @param headers the message's own headers
	 */
	public ScheduleContext(String queue, @Nullable String messageId, Map<String, String> headers) {
		super((carrier, key, value) -> {
			if (carrier != null) {
				carrier.put(key, value);
			}
		}, Kind.PRODUCER);
		this.queue = queue;
		this.messageId = messageId;
		this.headers = new HashMap<>(headers);
		setCarrier(this.headers);
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the headers to go with the message: its own, and those of the trace.
	 * @return the headers
	 */
	public Map<String, String> getHeaders() {
		return this.headers;
	}

	/**
	 * Return the message's id.
	 * @return the id, or {@code null} while it has none
	 */
	public @Nullable String getMessageId() {
		return this.messageId;
	}

	/**
	 * Return what became of the message.
	 * @return the outcome, or {@code null} while it is not known
	 */
	public @Nullable String getOutcome() {
		return this.outcome;
	}

	/**
	 * Note what became of the message.
	 * @param messageId the message's id, or {@code null} if it got none
	 * @param outcome what became of it, as the value of a tag
	 */
	public void setResult(@Nullable String messageId, String outcome) {
		this.messageId = messageId;
		this.outcome = outcome;
	}

}
