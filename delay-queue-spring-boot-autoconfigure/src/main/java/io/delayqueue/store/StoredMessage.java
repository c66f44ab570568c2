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

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import io.delayqueue.support.DelayHeaders;

/**
 * What is kept of a message from the moment it is scheduled. It never changes.
 *
 * @param payload the payload's bytes; not copied, must not be changed
 * @param contentType the payload's MIME type
 * @param headers the user's headers and, if it recurs, {@link DelayHeaders#RECURRENCE}
 * @param scheduledTime when the producer scheduled it, by the producer's clock, to the
 * millisecond
 * @param stamp tells two schedulings of the same content apart, so that only a repeat of
 * the same call counts as a repeat; letters and digits, at most 16. Of messages that
 * recur it is the same if they are defined alike
 * @since 0.1.0
 */
public record StoredMessage(byte[] payload, String contentType, Map<String, String> headers, Instant scheduledTime,
		String stamp) {

	public StoredMessage {
		headers = Map.copyOf(headers);
	}

	/**
	 * Return the size of the message without what a store adds to it.
	 * @return the bytes of the payload and of the headers in UTF-8
	 */
	public long size() {
		long size = this.payload.length;
		for (Map.Entry<String, String> header : this.headers.entrySet()) {
			size += utf8Length(header.getKey()) + utf8Length(header.getValue());
		}
		return size;
	}

	/**
	 * Return whether a message that is scheduled with this content recurs.
	 * @return whether there is a recurrence among the headers
	 */
	public boolean isRecurring() {
		return this.headers.containsKey(DelayHeaders.RECURRENCE);
	}

	/**
	 * Return the same message without a recurrence.
	 * @return the message, which is scheduled once
	 */
	public StoredMessage once() {
		Map<String, String> headers = new HashMap<>(this.headers);
		headers.remove(DelayHeaders.RECURRENCE);
		return new StoredMessage(this.payload, this.contentType, headers, this.scheduledTime, this.stamp);
	}

	private static int utf8Length(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length;
	}

	@Override
	public boolean equals(Object obj) {
		return (obj instanceof StoredMessage other) && Arrays.equals(this.payload, other.payload)
				&& this.contentType.equals(other.contentType) && this.headers.equals(other.headers)
				&& this.scheduledTime.equals(other.scheduledTime) && this.stamp.equals(other.stamp);
	}

	@Override
	public int hashCode() {
		return 31 * this.stamp.hashCode() + Arrays.hashCode(this.payload);
	}

	/**
	 * Describe the message without its content, which may be confidential.
	 */
	@Override
	public String toString() {
		return "StoredMessage[" + this.contentType + ", " + this.payload.length + " bytes, scheduled "
				+ this.scheduledTime + "]";
	}

}
