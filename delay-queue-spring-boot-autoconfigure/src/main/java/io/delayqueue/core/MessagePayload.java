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

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * The payload of a stored message, as it is stored.
 *
 * @param bytes the bytes; not copied, must not be changed
 * @param contentType the MIME type
 * @since 0.1.0
 */
public record MessagePayload(byte[] bytes, String contentType) {

	/**
	 * Return the payload for people to read.
	 * @return the text that it is, or Base64 if it is no text in UTF-8
	 */
	public String asText() {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(this.bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			return Base64.getEncoder().encodeToString(this.bytes);
		}
	}

	@Override
	public boolean equals(Object obj) {
		return (obj instanceof MessagePayload other) && Arrays.equals(this.bytes, other.bytes)
				&& this.contentType.equals(other.contentType);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(this.bytes);
	}

	/**
	 * Describe the payload without its content, which may be confidential.
	 */
	@Override
	public String toString() {
		return this.contentType + ", " + this.bytes.length + " bytes";
	}

}
