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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Makes ids for messages that have none, always the same for the same message: an import
 * that is repeated must know again what it has already moved.
 */
final class PendingMessageIds {

	private static final int BYTES = 16;

	private PendingMessageIds() {
	}

	static String of(String key, PendingMember member) {
		MessageDigest digest = sha256();
		for (byte[] part : new byte[][] { key.getBytes(StandardCharsets.UTF_8),
				member.score().getBytes(StandardCharsets.UTF_8) }) {
			digest.update(part);
			digest.update((byte) 0);
		}
		return "imported-" + HexFormat.of().formatHex(digest.digest(member.bytes()), 0, BYTES);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
