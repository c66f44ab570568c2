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

package io.delayqueue;

/**
 * Thrown when the converted payload and headers of a message are larger than
 * {@code delay-queue.max-payload-size}. Nothing was written.
 *
 * @since 0.1.0
 */
public class PayloadTooLargeException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final long size;

	private final long limit;

	public PayloadTooLargeException(String queue, String id, long size, long limit) {
		super("Message '" + id + "' for queue '" + queue + "' has " + size + " bytes, more than the " + limit
				+ " that 'delay-queue.max-payload-size' allows. Store the data elsewhere and schedule a reference to it");
		this.size = size;
		this.limit = limit;
	}

	/**
	 * Return the size of the payload and headers in bytes.
	 * @return the size in bytes
	 */
	public long getSize() {
		return this.size;
	}

	/**
	 * Return the limit in bytes.
	 * @return the limit in bytes
	 */
	public long getLimit() {
		return this.limit;
	}

}
