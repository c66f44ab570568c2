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
import java.util.List;
import java.util.Objects;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.testredis.RedisCluster;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisDelayQueueStore} while the slot of a queue moves to another
 * master of the cluster.
 */
@RedisTest
class MovingSlotIntegrationTests {

	private final RedisCluster cluster;

	MovingSlotIntegrationTests(RedisCluster cluster) {
		this.cluster = cluster;
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("TRYAGAIN while a slot moves")
	void refusesCleanlyAndGoesOnAfterwards(boolean lettuce) {
		DelayQueueStore store = new RedisDelayQueueStore(lettuce ? this.cluster.lettuce() : this.cluster.jedis(),
				this.cluster.keyPrefix());
		StoreCalls.schedule(store, "a", Duration.ofDays(1));
		String key = this.cluster.keyPrefix() + ":{" + StoreCalls.QUEUE + "}:waiting";
		RedisProcess from = this.cluster.nodeOf(key);
		RedisProcess to = this.cluster.nodes().stream().filter((node) -> node != from).findFirst().orElseThrow();
		String slot = String.valueOf(from.command("CLUSTER", "KEYSLOT", key));
		to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", idOf(from));
		from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", idOf(to));
		try {
			// Whether an earlier try of the driver was carried out can't be asked
			// meanwhile.
			assertThatExceptionOfType(OutcomeUnknownException.class)
				.isThrownBy(() -> StoreCalls.schedule(store, "b", Duration.ofDays(1)))
				.withStackTraceContaining("TRYAGAIN");
			assertThatExceptionOfType(DelayQueueException.class).isThrownBy(() -> StoreCalls.claim(store))
				.withMessageContaining("TRYAGAIN");
		}
		finally {
			for (RedisProcess node : List.of(from, to)) {
				node.command("CLUSTER", "SETSLOT", slot, "STABLE");
			}
		}
		assertThat(store.find(StoreCalls.QUEUE, "b")).isEmpty();
		StoreCalls.schedule(store, "b", Duration.ofDays(1));
		assertThat(store.count(StoreCalls.QUEUE).waiting()).isEqualTo(2);
	}

	private static String idOf(RedisProcess node) {
		return String.valueOf(Objects.requireNonNull(node.command("CLUSTER", "MYID")));
	}

}
