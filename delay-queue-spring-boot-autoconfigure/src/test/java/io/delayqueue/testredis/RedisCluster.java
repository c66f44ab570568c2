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

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A cluster of three masters without replicas, which share the slots evenly.
 *
 * @since 0.1.0
 */
public final class RedisCluster implements AutoCloseable {

	private static final int NODES = 3;

	private static final int SLOTS = 16384;

	private static final Duration FORMATION_TIMEOUT = Duration.ofSeconds(60);

	private final List<RedisProcess> nodes;

	private final ConnectionFactories connectionFactories = new ConnectionFactories();

	private RedisCluster(List<RedisProcess> nodes) {
		this.nodes = nodes;
	}

	/**
	 * Start a cluster.
	 * @return the cluster, which serves all slots
	 */
	public static RedisCluster start() {
		List<RedisProcess> nodes = new ArrayList<>();
		RedisCluster cluster = new RedisCluster(nodes);
		try {
			for (int i = 0; i < NODES; i++) {
				nodes.add(RedisProcess.start("--cluster-enabled", "yes", "--cluster-node-timeout", "5000"));
			}
			cluster.form();
			return cluster;
		}
		catch (RuntimeException ex) {
			cluster.close();
			throw ex;
		}
	}

	/**
	 * Return the servers of the cluster.
	 * @return one per master
	 */
	public List<RedisProcess> nodes() {
		return List.copyOf(this.nodes);
	}

	/**
	 * Return where the cluster can be reached, as {@code spring.data.redis.cluster.nodes}
	 * expects it.
	 * @return the addresses, each {@code host:port}
	 */
	public List<String> addresses() {
		return this.nodes.stream().map((node) -> node.host() + ":" + node.port()).toList();
	}

	/**
	 * Remove all keys from all nodes.
	 */
	public void empty() {
		this.nodes.forEach((node) -> node.command("FLUSHALL"));
	}

	/**
	 * Return the prefix of the keys of a test.
	 * @return the prefix
	 */
	public String keyPrefix() {
		return this.nodes.get(0).keyPrefix();
	}

	/**
	 * Return the server that has a key.
	 * @param key the key
	 * @return the server
	 */
	public RedisProcess nodeOf(String key) {
		long slot = (Long) Objects.requireNonNull(this.nodes.get(0).command("CLUSTER", "KEYSLOT", key));
		return IntStream.range(0, NODES)
			.filter((node) -> slot < firstSlot(node + 1))
			.mapToObj(this.nodes::get)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Create and start a connection factory on Lettuce, destroyed when the use of the
	 * cluster ends.
	 * @return the connection factory
	 */
	public LettuceConnectionFactory lettuce() {
		return this.connectionFactories.lettuceCluster(addresses(), RedisServer.COMMAND_TIMEOUT);
	}

	/**
	 * Create and start a connection factory on Jedis, destroyed when the use of the
	 * cluster ends.
	 * @return the connection factory
	 */
	public JedisConnectionFactory jedis() {
		return this.connectionFactories.jedisCluster(addresses(), RedisServer.COMMAND_TIMEOUT);
	}

	/**
	 * Return where connection factories are made, which end with the use of the cluster.
	 * @return the factories
	 */
	public ConnectionFactories connectionFactories() {
		return this.connectionFactories;
	}

	@Override
	public void close() {
		this.connectionFactories.close();
		this.nodes.forEach(RedisProcess::close);
	}

	private void form() {
		RedisProcess first = this.nodes.get(0);
		for (int i = 0; i < NODES; i++) {
			RedisProcess node = this.nodes.get(i);
			// Different epochs spare the nodes the resolution of a conflict.
			node.command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
			node.command(addSlots(firstSlot(i), firstSlot(i + 1)));
			if (node != first) {
				node.command("CLUSTER", "MEET", first.host(), String.valueOf(first.port()));
			}
		}
		this.nodes.forEach((node) -> await(() -> isComplete(node)));
	}

	private static int firstSlot(int node) {
		return SLOTS * node / NODES;
	}

	// ADDSLOTSRANGE would be shorter, but Redis 6.2 does not know it.
	private static String[] addSlots(int from, int to) {
		return Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), IntStream.range(from, to).mapToObj(String::valueOf))
			.toArray(String[]::new);
	}

	private static boolean isComplete(RedisProcess node) {
		String info = String.valueOf(node.command("CLUSTER", "INFO"));
		return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + NODES)
				&& info.contains("cluster_slots_ok:" + SLOTS);
	}

	private static void await(BooleanSupplier condition) {
		Awaitility.await()
			.atMost(FORMATION_TIMEOUT)
			.pollInterval(Duration.ofMillis(20))
			.ignoreExceptionsInstanceOf(UncheckedIOException.class)
			.until(condition::getAsBoolean);
	}

}
