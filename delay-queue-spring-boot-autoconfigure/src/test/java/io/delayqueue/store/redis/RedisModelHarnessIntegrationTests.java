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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;

import io.delayqueue.MessageState;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.model.ModelCheck;
import io.delayqueue.store.model.ModelHarness;
import io.delayqueue.store.model.StoredQueue;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisModelHarness}: what a store leaves in Redis does not escape the
 * model test, nor does the test leave anything.
 */
@RedisTest
class RedisModelHarnessIntegrationTests {

	private final RedisServer redis;

	RedisModelHarnessIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@ParameterizedTest
	@CsvSource({ "messages,1 10s t;", "owners,1 2 c", "attempts,1 0 0", "expiries,1 1", "dead-owners,1 2 c",
			"dead-attempts,1 0 0", "causes,reason=FAILED&attempt=1" })
	void seesWhatACancelLeaves(String key, String value) {
		ModelCheck check = new ModelCheck(() -> new LeavingHarness(key, value.replace(';', '\n')));
		ModelCheck.Failure failure = LongStream.rangeClosed(1, 100)
			.mapToObj(check::run)
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow();
		assertThat(failure.log()).hasSize(4);
		assertThat(failure.log().get(0)).startsWith("schedule");
		assertThat(failure.log().get(2)).startsWith("cancel");
		assertThat(failure.cause()).hasMessageContaining("'" + key + "'");
	}

	@Test
	void leavesNothing() {
		RedisModelHarness harness = harness();
		ModelCheck check = new ModelCheck(() -> harness);
		assertThat(check.run(1)).isNull();
		assertThat((List<?>) this.redis.command("KEYS", this.redis.keyPrefix() + "*")).isEmpty();
	}

	private RedisModelHarness harness() {
		return new RedisModelHarness(this.redis.jedis(), RedisStoreHarness.uniquePrefix(this.redis.keyPrefix()));
	}

	/**
	 * A harness of a store that leaves something behind.
	 */
	private final class LeavingHarness implements ModelHarness {

		private final RedisModelHarness harness = harness();

		private final String key;

		private final String value;

		private LeavingHarness(String key, String value) {
			this.key = key;
			this.value = value;
		}

		@Override
		public DelayQueueStore store() {
			return new ForwardingStore(this.harness.store()) {

				@Override
				public Optional<MessageState> cancel(String queue, String id) {
					Optional<MessageState> state = super.cancel(queue, id);
					if (state.isPresent()) {
						RedisModelHarnessIntegrationTests.this.redis.command("HSET",
								LeavingHarness.this.harness.key(queue, LeavingHarness.this.key), id,
								LeavingHarness.this.value);
					}
					return state;
				}

			};
		}

		@Override
		public StoredQueue look(String queue) {
			return this.harness.look(queue);
		}

		@Override
		public Instant now() {
			return this.harness.now();
		}

		@Override
		public void advance(Duration time) {
			this.harness.advance(time);
		}

		@Override
		public void close() {
			this.harness.close();
		}

	}

}
