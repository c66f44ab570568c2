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
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Makes and starts connection factories of both drivers, and destroys them when it is
 * closed.
 *
 * @since 0.1.0
 */
public final class ConnectionFactories implements AutoCloseable {

	private final Deque<Runnable> destroyers = new ConcurrentLinkedDeque<>();

	/**
	 * Create and start a connection factory on Lettuce.
	 * @param host the host
	 * @param port the port
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	public LettuceConnectionFactory lettuce(String host, int port, Duration commandTimeout) {
		return lettuce(new RedisStandaloneConfiguration(host, port), commandTimeout);
	}

	/**
	 * Create and start a connection factory on Lettuce for a cluster.
	 * @param nodes the nodes to ask first, each {@code host:port}
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	public LettuceConnectionFactory lettuceCluster(Collection<String> nodes, Duration commandTimeout) {
		return lettuce(new RedisClusterConfiguration(nodes), commandTimeout);
	}

	/**
	 * Create and start a connection factory on Jedis.
	 * @param host the host
	 * @param port the port
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	public JedisConnectionFactory jedis(String host, int port, Duration commandTimeout) {
		return start(
				new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port), jedisClient(commandTimeout)));
	}

	/**
	 * Create and start a connection factory on Jedis for a cluster.
	 * @param nodes the nodes to ask first, each {@code host:port}
	 * @param commandTimeout the time after which commands give up
	 * @return the connection factory
	 */
	public JedisConnectionFactory jedisCluster(Collection<String> nodes, Duration commandTimeout) {
		return start(new JedisConnectionFactory(new RedisClusterConfiguration(nodes), jedisClient(commandTimeout)));
	}

	private LettuceConnectionFactory lettuce(RedisConfiguration configuration, Duration commandTimeout) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().commandTimeout(commandTimeout).build());
		factory.afterPropertiesSet();
		factory.start();
		this.destroyers.push(factory::destroy);
		return factory;
	}

	private static JedisClientConfiguration jedisClient(Duration commandTimeout) {
		return JedisClientConfiguration.builder()
			.connectTimeout(commandTimeout)
			.readTimeout(commandTimeout)
			.usePooling()
			.build();
	}

	private JedisConnectionFactory start(JedisConnectionFactory factory) {
		factory.afterPropertiesSet();
		factory.start();
		this.destroyers.push(factory::destroy);
		return factory;
	}

	@Override
	public void close() {
		for (Runnable next = this.destroyers.poll(); next != null; next = this.destroyers.poll()) {
			next.run();
		}
	}

}
