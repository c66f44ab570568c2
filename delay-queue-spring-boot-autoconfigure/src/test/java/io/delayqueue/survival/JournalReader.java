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

package io.delayqueue.survival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a journal that is still written to, each line once.
 */
final class JournalReader {

	private final Path file;

	private final List<JournalEntry> entries = new ArrayList<>();

	private long position;

	JournalReader(Path file) {
		this.file = file;
	}

	/**
	 * Return what was noted until now. A line that is not complete is left for later.
	 * @return the entries, in their order
	 */
	List<JournalEntry> read() {
		if (Files.exists(this.file)) {
			String text = readOn();
			String lines = text.substring(0, text.lastIndexOf('\n') + 1);
			lines.lines().map(JournalEntry::parse).forEach(this.entries::add);
			this.position += lines.getBytes(StandardCharsets.UTF_8).length;
		}
		return List.copyOf(this.entries);
	}

	private String readOn() {
		try (FileChannel channel = FileChannel.open(this.file)) {
			ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - this.position));
			while (bytes.hasRemaining() && channel.read(bytes, this.position + bytes.position()) > 0) {
				continue;
			}
			return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
