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

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.Settlement;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@link RedisDelayQueueStore} does each operation in one command, so that
 * there is no moment between two in which a message could be lost.
 */
@RedisTest
class OneCommandIntegrationTests {

	private final TcpProxy proxy;

	OneCommandIntegrationTests(RedisServer redis) {
		this.proxy = TcpProxy.to(redis);
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("bitleak/lmstfy#152")
	void everyOperationIsOneCommand(boolean lettuce) {
		RedisConnectionFactory connectionFactory = lettuce ? this.proxy.lettuce() : this.proxy.jedis();
		DelayQueueStore store = new RedisDelayQueueStore(connectionFactory, this.proxy.keyPrefix());
		// Drivers introduce themselves, and Redis is told the scripts.
		operate(store, List.of("a", "b", "c", "d"));
		store.queues();
		this.proxy.commands().reset();
		int operations = operate(store, List.of("e", "f", "g", "h"));
		assertThat(this.proxy.commands().byName()).isEqualTo(Map.of("EVALSHA", (long) operations));
	}

	private static int operate(DelayQueueStore store, List<String> ids) {
		int operations = 0;
		for (String id : ids) {
			StoreCalls.schedule(store, id, Duration.ZERO);
			operations++;
		}
		int held = 0;
		Set<String> handled = new HashSet<>();
		while (handled.size() < ids.size()) {
			ClaimReply claim = StoreCalls.claim(store);
			held = claim.messages().size();
			handled.addAll(StoreCalls.ids(claim));
			store.extend(StoreCalls.call(),
					new ExtendRequest(List.of(new ExtendRequest.Lease("x", claim.token())), Duration.ofSeconds(9)));
			store.settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(claim)));
			operations += 3;
		}
		assertThat(held).isPositive();
		store.claim(StoreCalls.request(StoreCalls.call(), 1, new Settlement.Acknowledge("x", 1)));
		store.cancel(StoreCalls.QUEUE, "x");
		store.reschedule(StoreCalls.QUEUE, "x", new DueTime.After(Duration.ofSeconds(1)));
		store.find(StoreCalls.QUEUE, "x");
		store.find(StoreCalls.QUEUE, List.of("x", "y"));
		store.deliverNow(StoreCalls.QUEUE, "x");
		store.discard(StoreCalls.QUEUE, List.of(new BrowseRequest.Position(Instant.EPOCH, "x")));
		store.purge(new PurgeRequest(StoreCalls.QUEUE, MessageState.DEAD, 10, null));
		store.browse(new BrowseRequest(StoreCalls.QUEUE, MessageState.DEAD, null, 10));
		store.countDue(StoreCalls.QUEUE, List.of(Duration.ofMinutes(1)));
		store.count(StoreCalls.QUEUE);
		store.forget(StoreCalls.QUEUE, StoreCalls.CONSUMER);
		return operations + 12;
	}

}
