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

package io.delayqueue.sample.importing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/**
 * Reads lines from a stream, and never holds more than one: a line that is too long is
 * passed over without being kept.
 */
final class LineReader {

	private static final int BUFFER_SIZE = 16 * 1024;

	private final InputStream input;

	private final int maxBytes;

	private final byte[] buffer = new byte[BUFFER_SIZE];

	private final ByteArrayOutputStream line = new ByteArrayOutputStream();

	private int position;

	private int end;

	private long number;

	LineReader(InputStream input, int maxBytes) {
		this.input = input;
		this.maxBytes = maxBytes;
	}

	/**
	 * Read the next line.
	 * @return the line, or {@code null} at the end
	 * @throws IOException if the stream can't be read
	 */
	@Nullable Line next() throws IOException {
		if (!fill()) {
			return null;
		}
		this.line.reset();
		this.number++;
		boolean tooLong = false;
		boolean ended = false;
		while (!ended && fill()) {
			int start = this.position;
			while (this.position < this.end && this.buffer[this.position] != '\n') {
				this.position++;
			}
			int length = this.position - start;
			tooLong = tooLong || this.line.size() + length > this.maxBytes;
			if (!tooLong) {
				this.line.write(this.buffer, start, length);
			}
			if (this.position < this.end) {
				this.position++;
				ended = true;
			}
		}
		return new Line(this.number, tooLong ? null : this.line.toByteArray());
	}

	private boolean fill() throws IOException {
		while (this.position == this.end) {
			int read = this.input.read(this.buffer);
			if (read < 0) {
				return false;
			}
			this.position = 0;
			this.end = read;
		}
		return true;
	}

	/**
	 * A line.
	 *
	 * @param number its number, from 1
	 * @param content its bytes without the line feed, or {@code null} if there are too
	 * many
	 */
	record Line(long number, byte @Nullable [] content) {

	}

}
