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

package io.delayqueue.testredis;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stream of RESP 2 or 3 into its frames, byte for byte.
 */
final class RespFrames {

	private final InputStream input;

	RespFrames(InputStream input) {
		this.input = input;
	}

	/**
	 * Read one reply or push message.
	 * @return its bytes
	 * @throws EOFException at the end of the stream
	 */
	byte[] readReply() throws IOException {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		readReply(frame);
		return frame.toByteArray();
	}

	/**
	 * Read one command.
	 * @return the command
	 * @throws EOFException at the end of the stream
	 */
	ProxiedCommand readCommand() throws IOException {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		String line = readLine(frame);
		if (!line.startsWith("*")) {
			return new ProxiedCommand(List.of(line.trim().split(" +")), frame.toByteArray());
		}
		int size = length(line);
		List<String> words = new ArrayList<>(size);
		for (int i = 0; i < size; i++) {
			words.add(new String(readBulk(length(readLine(frame)), frame), StandardCharsets.UTF_8));
		}
		return new ProxiedCommand(words, frame.toByteArray());
	}

	private void readReply(ByteArrayOutputStream frame) throws IOException {
		String line = readLine(frame);
		switch (line.charAt(0)) {
			case '$', '=', '!' -> readBulk(length(line), frame);
			case '*', '~', '>' -> readReplies(length(line), frame);
			case '%' -> readReplies(2 * length(line), frame);
			// Attributes come before the reply that they belong to.
			case '|' -> readReplies(2 * length(line) + 1, frame);
			default -> {
			}
		}
	}

	private void readReplies(int count, ByteArrayOutputStream frame) throws IOException {
		for (int i = 0; i < count; i++) {
			readReply(frame);
		}
	}

	private byte[] readBulk(int length, ByteArrayOutputStream frame) throws IOException {
		if (length < 0) {
			return new byte[0];
		}
		byte[] content = this.input.readNBytes(length);
		frame.writeBytes(content);
		readLine(frame);
		return content;
	}

	private String readLine(ByteArrayOutputStream frame) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		int next;
		do {
			next = this.input.read();
			if (next == -1) {
				throw new EOFException();
			}
			frame.write(next);
			line.write(next);
		}
		while (next != '\n');
		return line.toString(StandardCharsets.UTF_8);
	}

	private static int length(String line) {
		return Integer.parseInt(line.substring(1).trim());
	}

}
