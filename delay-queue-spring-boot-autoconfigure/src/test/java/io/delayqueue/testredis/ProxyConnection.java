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
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One connection of a client through a {@link TcpProxy}.
 */
final class ProxyConnection {

	private final TcpProxy proxy;

	private final Socket client;

	private final Socket server;

	private final DelayedOutput requests;

	// One element per command under way, as Redis replies in the order of the commands.
	private final Queue<Optional<InjectedFault>> expected = new ConcurrentLinkedQueue<>();

	private volatile boolean silent;

	// Messages of a subscription would be taken for replies.
	private volatile boolean subscribed;

	ProxyConnection(TcpProxy proxy, Socket client, Socket server) throws IOException {
		this.proxy = proxy;
		this.client = client;
		this.server = server;
		this.client.setTcpNoDelay(true);
		this.server.setTcpNoDelay(true);
		this.requests = new DelayedOutput(server.getOutputStream());
	}

	void start() {
		start("requests", this::readRequests);
		start("output", this.requests::run);
		start("replies", this::readReplies);
	}

	/**
	 * Reset the connection on both sides.
	 */
	void cut() {
		reset(this.client);
		reset(this.server);
		this.requests.close();
	}

	private void readRequests() throws IOException {
		RespFrames frames = new RespFrames(new BufferedInputStream(this.client.getInputStream()));
		while (true) {
			ProxiedCommand command = frames.readCommand();
			this.proxy.commands().add(command);
			// What nobody hears any more must not use a fault up.
			Optional<InjectedFault> fault = this.silent ? Optional.empty() : this.proxy.faultFor(command);
			this.proxy.gate().pass();
			if (fault.filter((injected) -> injected.fault().isBefore()).isPresent()) {
				happen(fault.get());
			}
			if (!this.silent) {
				this.subscribed |= command.name().endsWith("SUBSCRIBE");
				this.expected.add(fault);
				this.requests.write(command.bytes(), this.proxy.delay());
			}
		}
	}

	private void readReplies() throws IOException {
		RespFrames frames = new RespFrames(new BufferedInputStream(this.server.getInputStream()));
		OutputStream replies = this.client.getOutputStream();
		while (true) {
			byte[] reply = frames.readReply();
			this.proxy.gate().pass();
			if (!this.subscribed && reply[0] != '>') {
				Optional.ofNullable(this.expected.poll()).flatMap((fault) -> fault).ifPresent(this::happen);
			}
			if (!this.silent) {
				replies.write(reply);
			}
		}
	}

	private void happen(InjectedFault injected) {
		this.silent = true;
		if (injected.happen().isCut()) {
			cut();
		}
	}

	private void start(String name, Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// The end of one direction is the end of both.
				cut();
				this.proxy.forget(this);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "proxy-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	void end() {
		for (Socket socket : List.of(this.client, this.server)) {
			try {
				socket.close();
			}
			catch (IOException ex) {
				// It is closed already.
			}
		}
	}

	static void reset(Socket socket) {
		try (socket) {
			socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			// It is closed already.
		}
	}

	/**
	 * What one thread does.
	 */
	private interface Task {

		void run() throws IOException, InterruptedException;

	}

}
