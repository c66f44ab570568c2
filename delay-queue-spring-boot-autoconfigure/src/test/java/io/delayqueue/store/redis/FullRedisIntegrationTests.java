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
import java.util.stream.Stream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.RedisProcess;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisDelayQueueStore} on a Redis that has reached its
 * {@code maxmemory} and evicts nothing.
 */
class FullRedisIntegrationTests {

	private final RedisProcess redis = RedisProcess.start("--maxmemory-policy", "noeviction");

	private final RedisStoreHarness harness = new RedisStoreHarness(this.redis.lettuce(), this.redis.keyPrefix());

	private final DelayQueueStore store = this.harness.store();

	@BeforeEach
	void schedule() {
		for (String id : List.of("a", "b", "c", "d", "e", "f")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
		}
		StoreCalls.schedule(this.store, "later", Duration.ofDays(1));
	}

	@AfterEach
	void close() {
		this.harness.close();
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("sidekiq#5558")
	void scheduleFailsAndWritesNothing(boolean replace) {
		fill();
		Object before = dump();
		List<ScheduleCommand> commands = List.of(
				new ScheduleCommand("new", StoreCalls.message("{}"), new DueTime.After(Duration.ZERO), replace),
				new ScheduleCommand("a", StoreCalls.message("{}"), new DueTime.After(Duration.ZERO), true));
		assertRefused(() -> this.store.schedule(StoreCalls.QUEUE, commands));
		assertThat(dump()).isEqualTo(before);
		assertThat(this.store.find(StoreCalls.QUEUE, "new")).isEmpty();
	}

	@Test
	void replacingOneInFlightOrDeadFailsAndWritesNothing() {
		ClaimReply claim = StoreCalls.claim(this.store);
		this.store.settle(StoreCalls.call(), List.of(new Settlement.DeadLetter("b", claim.token(),
				new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null))));
		fill();
		Object before = dump();
		for (String id : List.of("a", "b", "later")) {
			assertRefused(() -> this.store.schedule(StoreCalls.QUEUE, List
				.of(new ScheduleCommand(id, StoreCalls.message("{}"), new DueTime.After(Duration.ZERO), true))));
		}
		assertThat(dump()).isEqualTo(before);
	}

	@Test
	@KnownFault("sidekiq#5558")
	void theQueueIsDrained() {
		fill();
		ClaimReply claim = this.store.claim(StoreCalls.request(StoreCalls.call(), 6));
		assertThat(StoreCalls.ids(claim)).containsExactly("a", "b", "c", "d", "e", "f");
		long token = claim.token();
		assertThat(this.store.extend(StoreCalls.call(), new ExtendRequest(
				claim.messages().stream().map((message) -> new ExtendRequest.Lease(message.id(), token)).toList(),
				Duration.ofMinutes(1))))
			.hasSize(6)
			.containsOnly(true);
		assertThat(this.store.settle(StoreCalls.call(),
				List.of(new Settlement.Retry("b", token, Duration.ofSeconds(1)), new Settlement.Release("c", token),
						new Settlement.DeadLetter("d", token,
								new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null)),
						new Settlement.Acknowledge("a", token))))
			.containsOnly(SettlementResult.APPLIED);
		assertThat(this.store.cancel(StoreCalls.QUEUE, "e")).contains(MessageState.IN_FLIGHT);
		assertThat(this.store.cancel(StoreCalls.QUEUE, "later")).contains(MessageState.WAITING);
		advance(Duration.ofSeconds(61));
		ClaimReply next = this.store
			.claim(StoreCalls.request(StoreCalls.call(), 10, new Settlement.Acknowledge("f", token)));
		assertThat(next.settlements()).containsExactly(SettlementResult.APPLIED);
		assertThat(StoreCalls.ids(next)).containsExactly("c", "b");
		this.store.forget(StoreCalls.QUEUE, StoreCalls.CONSUMER);
		assertThat(this.store.count(StoreCalls.QUEUE).dead()).isOne();
	}

	@Test
	@KnownFault("sidekiq#5558")
	void endedLeasesAreTakenBackAndClaimsRepeated() {
		ClaimRequest request = StoreCalls.request(StoreCalls.call(), 6);
		ClaimReply claim = this.store.claim(request);
		fill();
		ClaimReply repeated = this.store.claim(request);
		assertThat(repeated.messages()).extracting(ClaimedMessage::id).containsExactlyElementsOf(StoreCalls.ids(claim));
		advance(Duration.ofSeconds(31));
		ClaimReply other = this.store
			.claim(new ClaimRequest(new ConsumerCall(StoreCalls.QUEUE, "other", StoreCalls.number(), 0), 6,
					Duration.ofSeconds(30), StoreCalls.POLICY, List.of()));
		assertThat(other.endedLeases()).hasSize(6).allMatch((ended) -> ended.fate() == EndedLease.Fate.RETURNED);
		assertThat(other.messages()).hasSize(6);
	}

	@Test
	@KnownFault("sidekiq#5558")
	void deadLettersAreDrained() {
		StoreCalls.bury(this.store, "a");
		fill();
		ClaimReply letters = StoreCalls.claimDeadLetters(this.store);
		assertThat(StoreCalls.ids(letters)).containsExactly("a", "b", "c", "d", "e", "f");
		long token = letters.token();
		assertThat(this.store.extend(StoreCalls.deadLetterCall(StoreCalls.number(), token),
				new ExtendRequest(List.of(new ExtendRequest.Lease("e", token)), Duration.ofMinutes(1))))
			.containsExactly(true);
		assertThat(this.store.settle(StoreCalls.deadLetterCall(),
				List.of(new Settlement.Retry("b", token, Duration.ofSeconds(1)), new Settlement.Release("c", token),
						StoreCalls.deadLetter(letters.messages().get(3)), new Settlement.Acknowledge("a", token))))
			.containsOnly(SettlementResult.APPLIED);
		advance(Duration.ofSeconds(61));
		ClaimReply next = this.store
			.claim(StoreCalls.request(StoreCalls.deadLetterCall(), 10, new Settlement.Acknowledge("f", token)));
		assertThat(next.settlements()).containsExactly(SettlementResult.APPLIED);
		assertThat(next.endedLeases()).containsExactly(new EndedLease("e", EndedLease.Fate.RETRIED));
		assertThat(StoreCalls.ids(next)).containsExactly("c", "b");
		this.store.settle(StoreCalls.deadLetterCall(), List.of(StoreCalls.acknowledge(next)));
		assertThat(this.store.replay(new ReplayRequest(StoreCalls.QUEUE, List.of("d"), 1, null)).ids())
			.containsExactly("d");
		assertThat(this.store.count(StoreCalls.QUEUE).dead()).isOne();
	}

	@Test
	void operatorsCanMakeRoom() {
		StoreCalls.claim(this.store);
		StoreCalls.schedule(this.store, "g", Duration.ofHours(1));
		fill();
		assertThat(this.store.deliverNow(StoreCalls.QUEUE, "g")).isTrue();
		assertThat(this.store.purge(new PurgeRequest(StoreCalls.QUEUE, MessageState.WAITING, 1, null)).removed())
			.isOne();
		assertThat(this.store.purge(new PurgeRequest(StoreCalls.QUEUE, MessageState.IN_FLIGHT, 10, null)).removed())
			.isEqualTo(6);
		assertThat(this.store.find(StoreCalls.QUEUE, "later")).isPresent();
		assertThat(this.store.count(StoreCalls.QUEUE).leased()).isZero();
	}

	@Test
	void anotherQueueCanBeClaimedThoughItCannotBeListed() {
		fill();
		assertThat(this.store
			.claim(new ClaimRequest(new ConsumerCall("unlisted", "c", 1, 0), 1, Duration.ofSeconds(1),
					StoreCalls.POLICY, List.of()))
			.messages()).isEmpty();
		assertThat(this.store.queues()).containsExactly(StoreCalls.QUEUE);
		this.redis.configSet("maxmemory", "0");
		this.store.claim(new ClaimRequest(new ConsumerCall("unlisted", "c", 2, 0), 1, Duration.ofSeconds(1),
				StoreCalls.POLICY, List.of()));
		assertThat(this.store.queues()).containsExactlyInAnyOrder(StoreCalls.QUEUE, "unlisted");
	}

	private void fill() {
		// Sets the clock of the other queue too.
		this.store.count("unlisted");
		this.redis.configSet("maxmemory", "1");
	}

	// The clock is a key, which is written while there is room.
	private void advance(Duration time) {
		this.redis.configSet("maxmemory", "0");
		this.harness.advance(time);
		this.store.count(StoreCalls.QUEUE);
		this.redis.configSet("maxmemory", "1");
	}

	private void assertRefused(ThrowingCallable action) {
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(action)
			.satisfies((ex) -> assertThat(ex).isInstanceOf(StoreUnavailableException.class))
			.withMessageContaining("maxmemory")
			.withMessageContaining("'orders'")
			.withMessageContaining("Nothing was changed");
	}

	private Object dump() {
		String base = this.redis.keyPrefix() + ":{" + StoreCalls.QUEUE + "}:";
		Stream<Object> sets = Stream.of("waiting", "leased", "dead", "dead-waiting", "dead-leased")
			.map((name) -> this.redis.command("ZRANGE", base + name, "0", "-1", "WITHSCORES"));
		Stream<Object> hashes = Stream
			.of("messages", "owners", "attempts", "causes", "settings", "consumers", "dead-owners", "dead-attempts")
			.map((name) -> this.redis.command("HGETALL", base + name));
		return Stream.concat(sets, hashes).toList();
	}

}
