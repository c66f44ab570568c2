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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LineReader}.
 */
class LineReaderTests {

	@Test
	void readsLinesWithTheirNumbers() throws IOException {
		assertThat(read("a\nbc\nd\n")).containsExactly("1:a", "2:bc", "3:d");
	}

	@Test
	void readsLastLineWithoutLineFeed() throws IOException {
		assertThat(read("a\nb")).containsExactly("1:a", "2:b");
	}

	@Test
	void countsEmptyLines() throws IOException {
		assertThat(read("\n\nc\n")).containsExactly("1:", "2:", "3:c");
	}

	@Test
	void readsNothingFromEmptyInput() throws IOException {
		assertThat(read("")).isEmpty();
	}

	@Test
	void takesLineOfExactlyTheLimit() throws IOException {
		assertThat(read("12345678\nx")).containsExactly("1:12345678", "2:x");
	}

	@Test
	void passesOverTooLongLine() throws IOException {
		assertThat(read("123456789\nx")).containsExactly("1:null", "2:x");
	}

	@Test
	void passesOverTooLongLastLine() throws IOException {
		assertThat(read("x\n123456789")).containsExactly("1:x", "2:null");
	}

	@Test
	void readsLineThatCrossesItsBuffer() throws IOException {
		String line = "x".repeat(20_000);
		LineReader reader = new LineReader(stream(line + "\ny"), 50_000);
		assertThat(text(reader.next())).isEqualTo("1:" + line);
		assertThat(text(reader.next())).isEqualTo("2:y");
		assertThat(reader.next()).isNull();
	}

	@Test
	void readsFromStreamThatComesInPieces() throws IOException {
		InputStream pieces = new SequenceInputStream(stream("a"),
				new SequenceInputStream(stream("b\nc"), stream("d\n")));
		assertThat(read(pieces)).containsExactly("1:ab", "2:cd");
	}

	private static List<String> read(String text) throws IOException {
		return read(stream(text));
	}

	private static List<String> read(InputStream input) throws IOException {
		LineReader reader = new LineReader(input, 8);
		List<String> lines = new ArrayList<>();
		for (LineReader.Line line = reader.next(); line != null; line = reader.next()) {
			lines.add(text(line));
		}
		return lines;
	}

	private static String text(LineReader.Line line) {
		return line.number() + ":"
				+ ((line.content() != null) ? new String(line.content(), StandardCharsets.UTF_8) : "null");
	}

	private static InputStream stream(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

}
