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

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis for administration, so that tests need no driver for it. Speaks
 * RESP 2 and UTF-8, one command after the other.
 *
 * @since 0.1.0
 */
public final class RespClient implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private final Socket socket;

	private final InputStream input;

	private RespClient(Socket socket) throws IOException {
		this.socket = socket;
		this.input = new BufferedInputStream(socket.getInputStream());
	}

	/**
	 * Connect to a Redis.
	 * @param host its host
	 * @param port its port
	 * @return the connection
	 */
	public static RespClient connect(String host, int port) {
		return connect(host, port, TIMEOUT);
	}

	/**
	 * Connect to a Redis.
	 * @param host its host
	 * @param port its port
	 * @param timeout how long to wait for the connection and for each reply
	 * @return the connection
	 */
	public static RespClient connect(String host, int port, Duration timeout) {
		Socket socket = new Socket();
		try {
			socket.setTcpNoDelay(true);
			socket.setSoTimeout((int) timeout.toMillis());
			socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
			return new RespClient(socket);
		}
		catch (IOException ex) {
			close(socket);
			throw new UncheckedIOException("Could not connect to " + host + ":" + port, ex);
		}
	}

	/**
	 * Send a command and wait for its reply.
	 * @param command name and arguments
	 * @return a {@link String}, a {@link Long}, a {@link List} of such, or {@code null}
	 * @throws RedisErrorException if Redis replies with an error
	 */
	public @Nullable Object command(String... command) {
		try {
			this.socket.getOutputStream().write(encode(command));
			return readReply();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No reply to " + command[0], ex);
		}
	}

	private byte[] encode(String... command) {
		ByteArrayOutputStream request = new ByteArrayOutputStream();
		request.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.UTF_8));
		for (String argument : command) {
			byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
			request.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
			request.writeBytes(bytes);
			request.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
		}
		return request.toByteArray();
	}

	private @Nullable Object readReply() throws IOException {
		String line = readLine();
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+' -> rest;
			case '-' -> throw new RedisErrorException(rest);
			case ':' -> Long.valueOf(rest);
			case '$' -> readBulk(Integer.parseInt(rest));
			case '*' -> readArray(Integer.parseInt(rest));
			default -> throw new IOException("Unexpected reply '" + line + "'");
		};
	}

	private @Nullable String readBulk(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] bytes = this.input.readNBytes(length);
		readLine();
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private @Nullable List<@Nullable Object> readArray(int size) throws IOException {
		if (size < 0) {
			return null;
		}
		List<@Nullable Object> array = new ArrayList<>(size);
		for (int i = 0; i < size; i++) {
			array.add(readElement());
		}
		return array;
	}

	// An error among the elements must not leave the rest of the array unread.
	private @Nullable Object readElement() throws IOException {
		try {
			return readReply();
		}
		catch (RedisErrorException ex) {
			return ex;
		}
	}

	private String readLine() throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		int next = this.input.read();
		while (next != '\r') {
			if (next == -1) {
				throw new EOFException("The connection was closed");
			}
			line.write(next);
			next = this.input.read();
		}
		this.input.read();
		return line.toString(StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		close(this.socket);
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
