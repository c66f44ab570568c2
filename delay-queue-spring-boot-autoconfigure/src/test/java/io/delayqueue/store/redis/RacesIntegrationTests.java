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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls of {@link RedisDelayQueueStore} that are made at the same time.
 */
@RedisTest
class RacesIntegrationTests {

	private static final int CALLERS = 8;

	private static final int MANY = 4000;

	private static final int BATCH = 10;

	private final ExecutorService executor = Executors.newFixedThreadPool(CALLERS);

	private final RedisServer redis;

	RacesIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@AfterEach
	void close() {
		this.executor.shutdownNow();
	}

	@Test
	@KnownFault("sidekiq#5044")
	void eachClaimIsFullAndNoneTakesWhatAnotherTook() throws Exception {
		StoreCalls.scheduleMany(store(), MANY, new DueTime.After(Duration.ZERO), "m");
		Awaitility.await().until(() -> store().count(StoreCalls.QUEUE).due() == MANY);
		List<ClaimReply> claims = new ArrayList<>();
		for (List<ClaimReply> ofOne : inParallel((caller) -> claims(store(), "consumer-" + caller))) {
			claims.addAll(ofOne);
		}
		assertThat(claims).hasSize(MANY / BATCH)
			.allSatisfy((claim) -> assertThat(claim.messages()).hasSize(BATCH))
			.extracting(ClaimReply::token)
			.doesNotHaveDuplicates();
		assertThat(claims.stream().flatMap((claim) -> StoreCalls.ids(claim).stream())).hasSize(MANY)
			.doesNotHaveDuplicates();
	}

	@Test
	@KnownFault("rqueue#27")
	void oneOfManySchedulesOfAnIdIsStored() throws Exception {
		List<List<ScheduleReply.Outcome>> outcomes = inParallel((caller) -> {
			DelayQueueStore store = store();
			return IntStream.range(0, 100).mapToObj((i) -> {
				ScheduleCommand command = new ScheduleCommand("m" + i, StoreCalls.message("from " + caller),
						new DueTime.After(Duration.ofDays(1)), false);
				return store.schedule(StoreCalls.QUEUE, List.of(command)).get(0).outcome();
			}).toList();
		});
		for (int i = 0; i < 100; i++) {
			int id = i;
			assertThat(outcomes).extracting((ofOne) -> ofOne.get(id))
				.containsOnlyOnce(ScheduleReply.Outcome.STORED)
				.containsOnly(ScheduleReply.Outcome.STORED, ScheduleReply.Outcome.PRESENT);
		}
		assertThat(store().count(StoreCalls.QUEUE).waiting()).isEqualTo(100);
	}

	private static List<ClaimReply> claims(DelayQueueStore store, String consumer) {
		List<ClaimReply> replies = new ArrayList<>();
		long confirmed = 0;
		for (int i = 0; i < MANY / BATCH / CALLERS; i++) {
			ConsumerCall call = new ConsumerCall(StoreCalls.QUEUE, consumer, StoreCalls.number(), confirmed);
			ClaimReply reply = store
				.claim(new ClaimRequest(call, BATCH, Duration.ofMinutes(1), StoreCalls.POLICY, List.of()));
			confirmed = reply.token();
			replies.add(reply);
		}
		return replies;
	}

	private DelayQueueStore store() {
		return new RedisDelayQueueStore(this.redis.lettuce(), this.redis.keyPrefix());
	}

	private <T> List<T> inParallel(Caller<T> caller) throws Exception {
		List<Callable<T>> calls = IntStream.range(0, CALLERS)
			.<Callable<T>>mapToObj((i) -> () -> caller.call(i))
			.toList();
		List<T> results = new ArrayList<>();
		for (Future<T> result : this.executor.invokeAll(calls)) {
			results.add(result.get());
		}
		return results;
	}

	private interface Caller<T> {

		T call(int caller);

	}

}
