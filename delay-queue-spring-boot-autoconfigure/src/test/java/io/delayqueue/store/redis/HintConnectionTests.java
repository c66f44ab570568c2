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

package io.delayqueue.store.redis;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.Subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * The moments between what a driver sends and what it has done with the connection, which
 * no server can be made to hit.
 */
class HintConnectionTests {

	private final CountDownLatch sent = new CountDownLatch(1);

	private final CountDownLatch flushed = new CountDownLatch(1);

	private final UnifiedJedis pool = mock();

	private HintConnection listening(Object driver) {
		Subscription subscription = answering(Subscription.class, this::onSubscription);
		HintConnection connection = new HintConnection(answering(RedisConnection.class,
				(method) -> (method.equals("getSubscription")) ? subscription : driver));
		connection.begun();
		return connection;
	}

	private Object onSubscription(String method) {
		if (method.equals("close")) {
			this.sent.countDown();
			assertThat(this.flushed).satisfies(CountDownLatch::await);
		}
		return true;
	}

	private static <T> T answering(Class<T> type, Function<String, Object> answer) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> answer.apply(method.getName())));
	}

	// A thread each: the common pool may have one thread only.
	private static CompletableFuture<Void> start(Runnable task) {
		return CompletableFuture.runAsync(task, (command) -> new Thread(command).start());
	}

	@Test
	void isKeptFromTheNextUserOfThePoolUntilTheEndHasBeenSentWhole() throws Exception {
		HintConnection connection = listening(this.pool);
		CompletableFuture<Void> asking = start(connection::unsubscribe);
		this.sent.await();
		CompletableFuture<Void> ended = start(connection::ended);
		assertThat(ended).failsWithin(Duration.ofMillis(200));
		this.flushed.countDown();
		assertThat(ended).succeedsWithin(Duration.ofSeconds(10));
		assertThat(asking).succeedsWithin(Duration.ofSeconds(10));
	}

	@Test
	void holdsUpNoDriverWhoseConnectionIsNobodyElses() throws Exception {
		HintConnection connection = listening(new Object());
		CompletableFuture<Void> asking = start(connection::unsubscribe);
		this.sent.await();
		assertThat(start(connection::ended)).succeedsWithin(Duration.ofSeconds(10));
		this.flushed.countDown();
		assertThat(asking).succeedsWithin(Duration.ofSeconds(10));
	}

}
