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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/**
 * Accepts connections on a port until it is closed.
 */
final class ProxyListener {

	static final String HOST = "127.0.0.1";

	private final ServerSocket socket;

	private final Thread thread;

	private ProxyListener(ServerSocket socket, Consumer<Socket> accepted) {
		this.socket = socket;
		this.thread = new Thread(() -> acceptAll(accepted), "proxy-accept");
		this.thread.setDaemon(true);
	}

	static ProxyListener open(int port, Consumer<Socket> accepted) {
		try {
			ServerSocket socket = new ServerSocket();
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
			ProxyListener listener = new ProxyListener(socket, accepted);
			listener.thread.start();
			return listener;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not listen on port " + port, ex);
		}
	}

	boolean isClosed() {
		return this.socket.isClosed();
	}

	/**
	 * Close the port. The system refuses connections only when nobody waits for them any
	 * more, hence the end of the thread is awaited.
	 */
	void close() {
		try {
			this.socket.close();
			this.thread.join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void acceptAll(Consumer<Socket> accepted) {
		try {
			while (true) {
				accepted.accept(this.socket.accept());
			}
		}
		catch (IOException ex) {
			// The port was closed.
		}
	}

}
