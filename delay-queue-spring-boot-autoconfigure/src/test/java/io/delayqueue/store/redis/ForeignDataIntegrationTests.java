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

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisDelayQueueStore} with data in its keys that it did not write, or
 * that somebody has damaged.
 */
@RedisTest
class ForeignDataIntegrationTests {

	private final RedisServer redis;

	private final RedisStoreHarness harness;

	private final DelayQueueStore store;

	ForeignDataIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.harness = new RedisStoreHarness(redis.lettuce(), redis.keyPrefix());
		this.store = this.harness.store();
	}

	@AfterEach
	void close() {
		this.harness.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "waiting", "leased", "messages", "owners", "attempts", "dead", "causes", "settings",
			"consumers", "producers", "expiries", "settled", "dead-waiting", "dead-leased", "dead-owners",
			"dead-attempts" })
	void keyOfAnotherTypeIsNamedAndNothingIsWritten(String name) {
		this.redis.command("RPUSH", key(name), "x");
		Settlement settlement = new Settlement.Acknowledge("a", 1);
		assertRefused(name, () -> StoreCalls.schedule(this.store, "a", Duration.ZERO));
		assertRefused(name, () -> StoreCalls.claim(this.store));
		assertRefused(name, () -> StoreCalls.claimDeadLetters(this.store));
		assertRefused(name, () -> this.store.settle(StoreCalls.call(), List.of(settlement)));
		assertRefused(name, () -> this.store.cancel(StoreCalls.QUEUE, "a"));
		assertRefused(name, () -> this.store.find(StoreCalls.QUEUE, "a"));
		assertRefused(name, () -> this.store.count(StoreCalls.QUEUE));
		assertRefused(name, () -> this.store.forget(StoreCalls.QUEUE, StoreCalls.CONSUMER));
		assertThat(this.redis.command("KEYS", "*")).asInstanceOf(InstanceOfAssertFactories.list(String.class))
			.containsExactlyInAnyOrder(key(name), key("clock"), this.redis.keyPrefix() + ":queues");
	}

	@Test
	void registryOfAnotherTypeHindersNobody() {
		this.redis.command("SET", this.redis.keyPrefix() + ":queues", "x");
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		assertThat(StoreCalls.ids(StoreCalls.claim(this.store))).containsExactly("a");
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(this.store::queues)
			.withMessageContaining(this.redis.keyPrefix() + ":queues");
	}

	@Test
	void scoresOutOfRangeAreBoundedAndHinderNobody() {
		for (String id : List.of("a", "b", "c", "d")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
		}
		this.redis.command("ZADD", key("waiting"), "-inf", "a", "inf", "b", "1.5", "c");
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(claim.messages()).extracting(ClaimedMessage::id).containsExactly("a", "c", "d");
		assertThat(claim.messages()).extracting(ClaimedMessage::dueTime)
			.containsExactly(Instant.EPOCH, Instant.ofEpochMilli(2), this.harness.now());
		assertThat(this.store.find(StoreCalls.QUEUE, "b")).map(MessageSnapshot::time)
			.contains(Instant.ofEpochMilli((1L << 53) - 1));
		assertThat(this.store.cancel(StoreCalls.QUEUE, "b")).contains(MessageState.WAITING);
	}

	@Test
	void deadLettersOfWhichOnlyTheIdIsLeftAreRemovedAndHinderNoReplay() {
		for (String id : List.of("a", "b", "c", "d")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
			this.redis.command("ZREM", key("waiting"), id);
			this.redis.command("ZADD", key("dead"), "1", id);
		}
		this.redis.command("HDEL", key("messages"), "a", "b");
		assertThat(this.store.replay(new ReplayRequest(StoreCalls.QUEUE, List.of(), 1, null)).ids())
			.containsExactly("c");
		assertThat(this.store.replay(new ReplayRequest(StoreCalls.QUEUE, List.of(), 2, null)).ids())
			.containsExactly("d");
		assertThat(this.redis.command("EXISTS", key("dead"))).isEqualTo(0L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "nan nan nan", "rubbish", "-1 -1 -1", "9e99 1 1" })
	void unreadableAttemptsCountAsNone(String attempts) {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		this.redis.command("HSET", key("attempts"), "a", attempts);
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(claim.messages()).singleElement().extracting(ClaimedMessage::attempt).isEqualTo(1);
		assertThat(
				this.store.settle(StoreCalls.call(), List.of(new Settlement.Retry("a", claim.token(), Duration.ZERO))))
			.containsExactly(SettlementResult.APPLIED);
		assertThat(this.redis.command("HGET", key("attempts"), "a")).isEqualTo("1 1 0");
	}

	@Test
	void hugeAttemptsAreBounded() {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		this.redis.command("HSET", key("attempts"), "a", "99999999999999999999 99999999999999999999 0");
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(claim.messages()).singleElement().extracting(ClaimedMessage::attempt).isEqualTo(Integer.MAX_VALUE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "nan nan nan", "rubbish", "1 2", "1 2 3 4" })
	void messageWithoutReadableOwnerComesBackWhenItsLeaseEnds(String owner) {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		ClaimReply claim = StoreCalls.claim(this.store);
		this.redis.command("HSET", key("owners"), "a", owner);
		assertThat(this.store.settle(StoreCalls.call(), List.of(new Settlement.Acknowledge("a", claim.token()))))
			.containsExactly(SettlementResult.STALE);
		this.harness.advance(Duration.ofSeconds(31));
		assertThat(StoreCalls.claim(this.store).endedLeases())
			.containsExactly(new EndedLease("a", EndedLease.Fate.RETRIED));
	}

	@ParameterizedTest
	@ValueSource(strings = { "nan", "rubbish", "", "-5" })
	void unreadableTokenIsStartedAnew(String token) {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		this.redis.command("HSET", key("settings"), "token", token);
		assertThat(StoreCalls.claim(this.store).token()).isEqualTo(this.harness.now().toEpochMilli() * 1000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nan", "rubbish", "", "1 2 3" })
	void unreadableRecordOfAConsumerCountsAsNone(String record) {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		this.redis.command("HSET", key("consumers"), StoreCalls.CONSUMER, record);
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(StoreCalls.ids(claim)).containsExactly("a");
		assertThat(this.store.settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(claim))))
			.containsExactly(SettlementResult.APPLIED);
	}

	@Test
	void messageOfAnotherFormatIsHandedOutWithItsDefect() {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		this.redis.command("HSET", key("messages"), "a", "9 what\nsecret");
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(claim.messages()).singleElement().satisfies((message) -> {
			assertThat(message.message()).isNull();
			assertThat(message.defect()).contains("version 1").doesNotContain("secret");
		});
		assertThat(this.store.find(StoreCalls.QUEUE, "a")).map(MessageSnapshot::message).isEmpty();
	}

	@Test
	void idsWithoutPayloadAreRemovedAndReported() {
		for (String id : List.of("a", "b", "c", "d")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
		}
		this.redis.command("HSET", key("messages"), "c", "");
		this.redis.command("HDEL", key("messages"), "a");
		assertThat(this.store.cancel(StoreCalls.QUEUE, "a")).isEmpty();
		this.redis.command("ZADD", key("waiting"), "1", "a");
		ClaimReply claim = StoreCalls.claim(this.store);
		assertThat(StoreCalls.ids(claim)).containsExactly("b", "d");
		assertThat(claim.endedLeases()).containsExactly(new EndedLease("a", EndedLease.Fate.ORPHANED),
				new EndedLease("c", EndedLease.Fate.ORPHANED));
		this.redis.command("HDEL", key("messages"), "b");
		this.harness.advance(Duration.ofSeconds(31));
		ClaimReply next = this.store.claim(StoreCalls.request(StoreCalls.call(StoreCalls.number(), claim.token()), 10));
		assertThat(next.endedLeases()).contains(new EndedLease("b", EndedLease.Fate.ORPHANED),
				new EndedLease("d", EndedLease.Fate.RETRIED));
		assertThat(this.redis.command("HEXISTS", key("owners"), "b")).isEqualTo(0L);
	}

	@Test
	void payloadOfAHeldMessageMayBeGoneWhenTheClaimIsRepeated() {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		StoreCalls.schedule(this.store, "b", Duration.ZERO);
		ClaimRequest request = StoreCalls.request(StoreCalls.call(), 10);
		this.store.claim(request);
		this.redis.command("HDEL", key("messages"), "a");
		ClaimReply repeated = this.store.claim(request);
		assertThat(StoreCalls.ids(repeated)).containsExactly("b");
		assertThat(this.redis.command("ZCARD", key("leased"))).isEqualTo(1L);
	}

	@Test
	void deadLettersWithoutPayloadAreRemovedAndReported() {
		StoreCalls.bury(this.store, "a", "b", "c");
		this.redis.command("HDEL", key("messages"), "a");
		ClaimReply claim = StoreCalls.claimDeadLetters(this.store);
		assertThat(StoreCalls.ids(claim)).containsExactly("b", "c");
		assertThat(claim.endedLeases()).containsExactly(new EndedLease("a", EndedLease.Fate.ORPHANED));
		this.redis.command("HDEL", key("messages"), "b");
		this.harness.advance(Duration.ofSeconds(31));
		assertThat(StoreCalls.claimDeadLetters(this.store).endedLeases())
			.contains(new EndedLease("b", EndedLease.Fate.ORPHANED));
		assertThat(this.redis.command("ZRANGE", key("dead"), "0", "-1")).isEqualTo(List.of("c"));
		assertThat(this.redis.command("EXISTS", key("dead-waiting"))).isEqualTo(0L);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whatSomebodyBroughtBackToLifeByHandIsNoDeadLetterAnyMore(boolean claimed) {
		StoreCalls.bury(this.store, "a");
		ClaimReply letter = claimed ? StoreCalls.claimDeadLetters(this.store) : null;
		this.redis.command("ZREM", key("dead"), "a");
		this.redis.command("ZADD", key("waiting"), "1", "a");
		if (letter != null) {
			assertThat(this.store.settle(StoreCalls.deadLetterCall(), List.of(StoreCalls.acknowledge(letter))))
				.containsExactly(SettlementResult.STALE);
			this.harness.advance(Duration.ofSeconds(31));
		}
		assertThat(StoreCalls.claimDeadLetters(this.store).messages()).isEmpty();
		for (String name : List.of("dead-waiting", "dead-leased", "dead-owners", "dead-attempts")) {
			assertThat(this.redis.command("EXISTS", key(name))).as(name).isEqualTo(0L);
		}
		assertThat(StoreCalls.ids(StoreCalls.claim(this.store))).containsExactly("a");
	}

	@Test
	void whatAConsumerHadOfADeadLetterBeforeSomebodyRevivedItIsNothingOfItsNextDeath() {
		StoreCalls.bury(this.store, "a");
		ClaimReply letter = StoreCalls.claimDeadLetters(this.store);
		this.redis.command("DEL", key("dead"));
		this.redis.command("ZADD", key("waiting"), "1", "a");
		ExtendRequest.Lease lease = new ExtendRequest.Lease("a", letter.token());
		assertThat(this.store.extend(StoreCalls.deadLetterCall(),
				new ExtendRequest(List.of(lease), Duration.ofMinutes(1))))
			.containsExactly(false);
		DeathCause cause = new DeathCause(DeathCause.Reason.FAILED, 2, null, "again", null);
		this.store.settle(StoreCalls.call(),
				List.of(new Settlement.DeadLetter("a", StoreCalls.claim(this.store).token(), cause)));
		assertThat(this.store.settle(StoreCalls.deadLetterCall(), List.of(StoreCalls.acknowledge(letter))))
			.containsExactly(SettlementResult.STALE);
		assertThat(this.redis.command("EXISTS", key("dead-leased"))).isEqualTo(0L);
		assertThat(StoreCalls.claimDeadLetters(this.store).messages()).extracting((again) -> again.death().cause())
			.containsExactly(cause);
	}

	@Test
	void deadLetterIsHandedOutWithoutItsCauseIfThatCantBeRead() {
		StoreCalls.bury(this.store, "a", "b");
		this.redis.command("HSET", key("causes"), "a", "rubbish");
		this.redis.command("HDEL", key("causes"), "b");
		assertThat(StoreCalls.claimDeadLetters(this.store).messages()).hasSize(2)
			.allSatisfy((letter) -> assertThat(letter.death())
				.isEqualTo(new ClaimedMessage.Death(this.harness.now(), null)));
	}

	@Test
	void deadLetterWithoutReadableOwnerOrAttemptsComesBackWhenItsLeaseEnds() {
		StoreCalls.bury(this.store, "a");
		ClaimReply claim = StoreCalls.claimDeadLetters(this.store);
		this.redis.command("HSET", key("dead-owners"), "a", "rubbish");
		this.redis.command("HSET", key("dead-attempts"), "a", "9e99 1 1");
		assertThat(this.store.settle(StoreCalls.deadLetterCall(), List.of(StoreCalls.acknowledge(claim))))
			.containsExactly(SettlementResult.STALE);
		this.harness.advance(Duration.ofSeconds(31));
		assertThat(StoreCalls.claimDeadLetters(this.store).endedLeases())
			.containsExactly(new EndedLease("a", EndedLease.Fate.RETRIED));
		assertThat(this.redis.command("HGET", key("dead-attempts"), "a")).isEqualTo("1 1 0");
	}

	private void assertRefused(String name, ThrowingCallable action) {
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(action)
			.satisfies((ex) -> assertThat(ex).isNotInstanceOf(OutcomeUnknownException.class))
			.withMessageContaining(key(name))
			.withMessageContaining("list")
			.withMessageContaining("Nothing was changed");
	}

	private String key(String name) {
		return this.redis.keyPrefix() + ":{" + StoreCalls.QUEUE + "}:" + name;
	}

}
