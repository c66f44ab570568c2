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

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RespFrames}.
 */
class RespFramesTests {

	@ParameterizedTest
	@ValueSource(strings = { "+OK\r\n", "-ERR no\r\n", ":1\r\n", "$5\r\na\r\nbc\r\n", "$0\r\n\r\n", "$-1\r\n", "*0\r\n",
			"*-1\r\n", "*2\r\n:1\r\n*1\r\n$1\r\na\r\n", "_\r\n", "#t\r\n", ",1.5\r\n", "(123\r\n", "=5\r\ntxt:a\r\n",
			"!3\r\nERR\r\n", "~1\r\n+a\r\n", ">2\r\n+message\r\n$1\r\na\r\n", "%1\r\n+key\r\n*1\r\n:1\r\n",
			"|1\r\n+key\r\n+value\r\n$1\r\na\r\n" })
	void readsOneReplyAndNoMore(String reply) throws IOException {
		RespFrames frames = frames(reply + "+next\r\n");
		assertThat(frames.readReply()).asString(StandardCharsets.UTF_8).isEqualTo(reply);
		assertThat(frames.readReply()).asString(StandardCharsets.UTF_8).isEqualTo("+next\r\n");
	}

	@Test
	void readsCommands() throws IOException {
		String request = "*3\r\n$3\r\nset\r\n$1\r\nk\r\n$5\r\n\r\n✓\r\n";
		RespFrames frames = frames(request + "PING  now\r\n");
		ProxiedCommand command = frames.readCommand();
		assertThat(command.name()).isEqualTo("SET");
		assertThat(command.arguments()).containsExactly("k", "\r\n✓");
		assertThat(command.bytes()).asString(StandardCharsets.UTF_8).isEqualTo(request);
		assertThat(frames.readCommand()).hasToString("PING now");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*2\r\n$1\r\na\r\n", "$5\r\nab" })
	void endsWithTheStream(String part) {
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> frames(part).readReply());
	}

	private static RespFrames frames(String content) {
		return new RespFrames(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
	}

}
