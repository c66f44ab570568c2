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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lets {@link RedisDelayQueueStore} and the store in memory do the same at random and
 * compares everything that they answer.
 */
@RedisTest
class StoreModelIntegrationTests {

	private static final int STEPS = 600;

	private final MutableInstantSource clock;

	private final RedisStoreHarness redis;

	private final DelayQueueStore memory;

	private final List<ClaimReply> claims = new ArrayList<>();

	private final Map<String, ClaimRequest> lastClaims = new HashMap<>();

	private Random random = new Random();

	private long number;

	StoreModelIntegrationTests(RedisServer redis) {
		this.redis = new RedisStoreHarness(redis.lettuce(), redis.keyPrefix());
		this.clock = new MutableInstantSource(this.redis.now());
		this.memory = new InMemoryDelayQueueStore(this.clock);
	}

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void bothStoresAnswerTheSame(long seed) {
		this.random = new Random(seed);
		for (int step = 0; step < STEPS; step++) {
			String context = "seed " + seed + ", step " + step;
			Function<DelayQueueStore, Object> operation = nextOperation();
			Object expected = operation.apply(this.memory);
			Object actual = operation.apply(this.redis.store());
			assertThat(actual).as(context).isEqualTo(expected);
			if (expected instanceof ClaimReply reply) {
				this.claims.add(reply);
			}
			assertThat(this.redis.store().count(StoreCalls.QUEUE)).as(context)
				.isEqualTo(this.memory.count(StoreCalls.QUEUE));
			String id = id();
			assertThat(this.redis.store().find(StoreCalls.QUEUE, id)).as(context)
				.isEqualTo(this.memory.find(StoreCalls.QUEUE, id));
		}
	}

	private Function<DelayQueueStore, Object> nextOperation() {
		switch (this.random.nextInt(12)) {
			case 0, 1, 2 -> {
				List<ScheduleCommand> commands = commands();
				return (store) -> store.schedule(StoreCalls.QUEUE, commands);
			}
			case 3, 4 -> {
				ConsumerCall call = call();
				ClaimRequest request = new ClaimRequest(call, 1 + this.random.nextInt(4),
						Duration.ofMillis(1 + this.random.nextInt(3000)), policy(), settlements(3));
				this.lastClaims.put(call.consumer(), request);
				return (store) -> store.claim(request);
			}
			case 5 -> {
				ClaimRequest request = this.lastClaims.get(consumer());
				return (request != null) ? (store) -> store.claim(request) : (store) -> store.queues().size();
			}
			case 6, 7 -> {
				ConsumerCall call = call();
				List<Settlement> settlements = settlements(4);
				return (store) -> List.of(store.settle(call, settlements), store.settle(call, settlements));
			}
			case 8 -> {
				ConsumerCall call = call();
				ExtendRequest request = new ExtendRequest(
						settlements(3).stream().map((s) -> new ExtendRequest.Lease(s.id(), s.token())).toList(),
						Duration.ofMillis(1 + this.random.nextInt(3000)));
				return (store) -> store.extend(call, request);
			}
			case 9 -> {
				String id = id();
				return (store) -> store.cancel(StoreCalls.QUEUE, id);
			}
			case 10 -> {
				if (this.random.nextInt(10) > 0) {
					return (store) -> "nothing to forget";
				}
				String consumer = consumer();
				this.lastClaims.remove(consumer);
				return (store) -> {
					store.forget(StoreCalls.QUEUE, consumer);
					return consumer;
				};
			}
			default -> {
				Duration time = Duration.ofNanos(1000L * this.random.nextInt(2_000_000));
				this.clock.advance(time);
				this.redis.advance(time);
				return (store) -> time;
			}
		}
	}

	private List<ScheduleCommand> commands() {
		List<ScheduleCommand> commands = new ArrayList<>();
		for (int left = 1 + this.random.nextInt(3); left > 0; left--) {
			Duration offset = Duration.ofMillis(this.random.nextInt(4000) - 1000L);
			DueTime due = this.random.nextBoolean() ? new DueTime.After(offset)
					: new DueTime.At(this.clock.instant().plus(offset));
			// Few stamps, so that some are repeats.
			StoredMessage message = new StoredMessage(new byte[] { 1 }, "text/plain", Map.of(), Instant.EPOCH,
					"s" + this.random.nextInt(2));
			commands.add(new ScheduleCommand(id(), message, due, this.random.nextInt(3) == 0));
		}
		return commands;
	}

	private List<Settlement> settlements(int max) {
		List<Settlement> settlements = new ArrayList<>();
		for (int left = this.random.nextInt(max + 1); left > 0; left--) {
			settlements.add(settlement());
		}
		return settlements;
	}

	private Settlement settlement() {
		ClaimReply claim = this.claims.isEmpty() ? null
				: this.claims.get(this.claims.size() - 1 - this.random.nextInt(Math.min(4, this.claims.size())));
		boolean known = claim != null && !claim.messages().isEmpty() && this.random.nextInt(10) > 0;
		String id = known ? claim.messages().get(this.random.nextInt(claim.messages().size())).id() : id();
		long token = (claim != null) ? claim.token() : 1;
		return switch (this.random.nextInt(5)) {
			case 0, 1 -> new Settlement.Acknowledge(id, token);
			case 2 -> new Settlement.Retry(id, token, Duration.ofMillis(this.random.nextInt(2000) - 100L));
			case 3 -> new Settlement.Release(id, token);
			default ->
				new Settlement.DeadLetter(id, token, new DeathCause(DeathCause.Reason.FAILED, 1, "x.Y", "why\n", null));
		};
	}

	private RetryPolicy policy() {
		return new RetryPolicy(this.random.nextInt(3), List.of(Duration.ZERO, Duration.ofMillis(700)), Duration.ZERO);
	}

	private ConsumerCall call() {
		ClaimReply last = this.claims.isEmpty() ? null : this.claims.get(this.claims.size() - 1);
		long confirmed = (last != null && this.random.nextBoolean()) ? last.token() : 0;
		return new ConsumerCall(StoreCalls.QUEUE, consumer(), ++this.number, confirmed);
	}

	private String consumer() {
		return "c" + this.random.nextInt(3);
	}

	private String id() {
		return "id " + this.random.nextInt(12);
	}

}
