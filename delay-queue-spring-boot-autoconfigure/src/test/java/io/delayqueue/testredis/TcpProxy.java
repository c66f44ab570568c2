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
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Stands between clients and a Redis: counts the commands and does to them what a network
 * can do. Commands for administration ({@link #command}) pass it by.
 *
 * @since 0.1.0
 */
public final class TcpProxy implements RedisServer, AutoCloseable {

	private final RedisServer target;

	private final int port = FreePorts.next();

	private final ConnectionFactories connectionFactories = new ConnectionFactories();

	private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();

	private final List<InjectedFault> faults = new CopyOnWriteArrayList<>();

	private final CommandCounts commands = new CommandCounts();

	private final Gate gate = new Gate();

	private volatile Duration delay = Duration.ZERO;

	private ProxyListener listener;

	private TcpProxy(RedisServer target) {
		this.target = target;
		this.listener = ProxyListener.open(this.port, this::accept);
	}

	/**
	 * Start a proxy.
	 * @param target the Redis to pass commands to
	 * @return the proxy
	 */
	public static TcpProxy to(RedisServer target) {
		return new TcpProxy(target);
	}

	@Override
	public String host() {
		return ProxyListener.HOST;
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public String keyPrefix() {
		return this.target.keyPrefix();
	}

	@Override
	public ConnectionFactories connectionFactories() {
		return this.connectionFactories;
	}

	@Override
	public RespClient connect() {
		return this.target.connect();
	}

	/**
	 * Return the counts of commands that have come so far, whatever became of them.
	 * @return the counts
	 */
	public CommandCounts commands() {
		return this.commands;
	}

	/**
	 * Let each command reach Redis later.
	 * @param delay how much later
	 */
	public void delay(Duration delay) {
		this.delay = delay;
	}

	/**
	 * Reset all open connections; new ones are accepted.
	 */
	public void cut() {
		this.connections.forEach(ProxyConnection::cut);
		this.connections.clear();
	}

	/**
	 * End all open connections in order, as a server does that is killed or kills a
	 * client; new ones are accepted. Unlike after {@link #cut()}, a driver may then send
	 * again what was not answered.
	 */
	public void end() {
		this.connections.forEach(ProxyConnection::end);
		this.connections.clear();
	}

	/**
	 * Let nothing through in either direction until {@link #heal()}, when what was held
	 * arrives late. Connections are accepted. Add {@link #cut()} to lose what is held.
	 */
	public void hang() {
		this.gate.shut();
	}

	/**
	 * Refuse new connections until {@link #heal()}; open ones go on.
	 */
	public void refuse() {
		this.listener.close();
	}

	/**
	 * Do something to the next commands of a kind. On a connection that has subscribed to
	 * a channel, faults after a command don't happen.
	 * @param fault what to do
	 * @param times to how many commands
	 * @param condition to which commands, such as {@link ProxiedCommand#script()}
	 * @return the fault, to see whether it has happened
	 */
	public InjectedFault inject(Fault fault, int times, Predicate<ProxiedCommand> condition) {
		InjectedFault injected = new InjectedFault(fault, times, condition);
		this.faults.add(injected);
		return injected;
	}

	/**
	 * End all faults: hanging, refusing, the delay, and what was injected and has not
	 * happened yet. Connections that a fault has silenced stay so.
	 */
	public void heal() {
		this.faults.clear();
		this.delay = Duration.ZERO;
		this.gate.open();
		if (this.listener.isClosed()) {
			this.listener = ProxyListener.open(this.port, this::accept);
		}
	}

	@Override
	public void close() {
		this.connectionFactories.close();
		refuse();
		cut();
		this.gate.open();
	}

	Optional<InjectedFault> faultFor(ProxiedCommand command) {
		return this.faults.stream().filter((fault) -> fault.matches(command)).findFirst();
	}

	Duration delay() {
		return this.delay;
	}

	Gate gate() {
		return this.gate;
	}

	void forget(ProxyConnection connection) {
		this.connections.remove(connection);
	}

	private void accept(Socket client) {
		try {
			ProxyConnection connection = new ProxyConnection(this, client,
					new Socket(this.target.host(), this.target.port()));
			this.connections.add(connection);
			connection.start();
		}
		catch (IOException ex) {
			ProxyConnection.reset(client);
		}
	}

}
