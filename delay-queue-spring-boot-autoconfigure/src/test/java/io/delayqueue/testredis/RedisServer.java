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

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A single Redis that tests may use.
 *
 * @since 0.1.0
 */
public interface RedisServer {

	/**
	 * The time after which commands sent by the drivers give up, unless a test says
	 * otherwise.
	 */
	Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	/**
	 * Return the host to connect to.
	 * @return the host
	 */
	String host();

	/**
	 * Return the port to connect to.
	 * @return the port
	 */
	int port();

	/**
	 * Return the prefix that all keys of the test must have: nothing else in this Redis
	 * belongs to it.
	 * @return the prefix
	 */
	String keyPrefix();

	/**
	 * Return where connection factories are made, which end with this server's use.
	 * @return the factories
	 */
	ConnectionFactories connectionFactories();

	/**
	 * Open a connection for administration, to be closed by the caller.
	 * @return the connection
	 */
	default RespClient connect() {
		return RespClient.connect(host(), port());
	}

	/**
	 * Send one command over a connection of its own.
	 * @param command name and arguments
	 * @return a {@link String}, a {@link Long}, a {@link java.util.List} of such, or
	 * {@code null}
	 * @throws RedisErrorException if Redis replies with an error
	 */
	default @Nullable Object command(String... command) {
		try (RespClient client = connect()) {
			return client.command(command);
		}
	}

	/**
	 * Read one section of INFO.
	 * @param section the section
	 * @return its fields
	 */
	default Map<String, String> info(String section) {
		return String.valueOf(command("INFO", section))
			.lines()
			.filter((line) -> line.contains(":"))
			.collect(Collectors.toMap((line) -> line.substring(0, line.indexOf(':')),
					(line) -> line.substring(line.indexOf(':') + 1)));
	}

	/**
	 * Return how long the server has kept processors busy. Unlike the time by the clock
	 * it does not grow while the machine does other things.
	 * @return the time in seconds
	 */
	default double processorSeconds() {
		Map<String, String> cpu = info("cpu");
		return Double.parseDouble(cpu.get("used_cpu_user")) + Double.parseDouble(cpu.get("used_cpu_sys"));
	}

	/**
	 * Create and start a connection factory on Lettuce, destroyed when the use of this
	 * server ends.
	 * @return the connection factory
	 */
	default LettuceConnectionFactory lettuce() {
		return connectionFactories().lettuce(host(), port(), COMMAND_TIMEOUT);
	}

	/**
	 * Create and start a connection factory on Lettuce, destroyed when the use of this
	 * server ends.
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	default LettuceConnectionFactory lettuce(Duration commandTimeout) {
		return connectionFactories().lettuce(host(), port(), commandTimeout);
	}

	/**
	 * Create and start a connection factory on Jedis, destroyed when the use of this
	 * server ends.
	 * @return the connection factory
	 */
	default JedisConnectionFactory jedis() {
		return connectionFactories().jedis(host(), port(), COMMAND_TIMEOUT);
	}

	/**
	 * Create and start a connection factory on Jedis, destroyed when the use of this
	 * server ends.
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	default JedisConnectionFactory jedis(Duration commandTimeout) {
		return connectionFactories().jedis(host(), port(), commandTimeout);
	}

}
