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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.util.Assert;

/**
 * The scripts that read and remove what is pending.
 */
final class SourceScripts {

	private static final String LOCK = load("lock.lua");

	private static final byte[] BEGIN = script("begin.lua");

	private static final byte[] READ = script("read.lua");

	private static final byte[] CHECK = script("check.lua");

	private static final byte[] REMOVE = script("remove.lua");

	private static final byte[] END = script("end.lua");

	private final RedisConnectionFactory connectionFactory;

	private final List<String> keys;

	private final boolean inOneSlot;

	SourceScripts(RedisConnectionFactory connectionFactory, List<String> keys, boolean inOneSlot) {
		this.connectionFactory = connectionFactory;
		this.keys = keys;
		this.inOneSlot = inOneSlot;
	}

	boolean begin(String run) {
		return isDone(BEGIN, Stream.of(bytes(run)));
	}

	List<byte[]> read(String run, PagePosition position, int limit, String margin, double unitsPerSecond) {
		return eval(READ, ReturnType.MULTI,
				Stream
					.of(run, position.score(), String.valueOf(position.leftOut()), String.valueOf(limit), margin,
							String.valueOf(unitsPerSecond))
					.map(SourceScripts::bytes));
	}

	List<byte[]> check(String run, Collection<PendingMember> members) {
		return eval(CHECK, ReturnType.MULTI, arguments(run, members));
	}

	boolean remove(String run, Collection<PendingMember> members) {
		return isDone(REMOVE, arguments(run, members));
	}

	boolean end(String run) {
		return isDone(END, Stream.of(bytes(run)));
	}

	private boolean isDone(byte[] script, Stream<byte[]> arguments) {
		Long reply = eval(script, ReturnType.INTEGER, arguments);
		return reply == 1;
	}

	private <T> T eval(byte[] script, ReturnType type, Stream<byte[]> arguments) {
		byte[][] keysAndArguments = Stream.concat(this.keys.stream().map(SourceScripts::bytes), arguments)
			.toArray(byte[][]::new);
		try (RedisConnection connection = this.connectionFactory.getConnection()) {
			Assert.state(this.inOneSlot || !(connection instanceof RedisClusterConnection),
					() -> "On a cluster '" + this.keys.get(0)
							+ "' can't be imported from: with such braces in its name "
							+ "no lock can lie beside it. RENAME it first, when nobody uses it any more");
			T reply = connection.scriptingCommands().eval(script, type, this.keys.size(), keysAndArguments);
			if (reply == null) {
				throw new IllegalStateException("The connection is in a transaction or a pipeline");
			}
			return reply;
		}
	}

	private static Stream<byte[]> arguments(String run, Collection<PendingMember> members) {
		return Stream.concat(Stream.of(bytes(run)),
				members.stream().flatMap((member) -> Stream.of(member.bytes(), bytes(member.score()))));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] script(String file) {
		return bytes(LOCK + load(file));
	}

	private static String load(String file) {
		try {
			return new ClassPathResource(file, SourceScripts.class).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
