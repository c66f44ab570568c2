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

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.stream.Stream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisErrors}.
 */
class RedisErrorsTests {

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"ERR Error running script (call to f_1): @user_script:15: @user_script: 15: -OOM command not allowed",
			"NOREPLICAS Not enough good replicas to write.", "MISCONF Redis is configured to save RDB snapshots",
			"BUSY Redis is busy running a script.", "TRYAGAIN Multiple keys request during rehashing of slot",
			"NOAUTH Authentication required.", "WRONGPASS invalid username-password", "NOSCRIPT No matching script.",
			"ERR Error running script: Script killed by user with SCRIPT KILL..." })
	@KnownFault("TRYAGAIN while a slot moves")
	void whatRedisRefusesToEverybodyHasChangedNothing(String reply) {
		assertRefusal(reply, StoreUnavailableException.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOPERM this user has no permissions to run the 'evalsha' command",
			"WRONGTYPE key 'x' holds a list, not a hash", "SUPERSEDED call 1 came after call 2",
			"CROSSSLOT Keys in request don't hash to the same slot" })
	void whatRedisRefusesToTheCallerOrTheQueueHasChangedNothing(String reply) {
		assertRefusal(reply, DelayQueueException.class);
	}

	private static void assertRefusal(String reply, Class<? extends DelayQueueException> type) {
		for (RuntimeException failure : new RuntimeException[] { new InvalidDataAccessApiUsageException(reply),
				new RedisSystemException("Error in execution", new IllegalStateException(reply)) }) {
			assertThat(translate(failure)).isExactlyInstanceOf(type)
				.hasMessageContaining("Could not schedule on 'orders'")
				.hasMessageContaining("Nothing was changed")
				.hasCause(failure);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "READONLY You can't write against a read only replica.",
			"LOADING Redis is loading the dataset in memory", "MASTERDOWN Link with MASTER is down",
			"CLUSTERDOWN The cluster is down" })
	void whatIsSaidAfterAReconnectMayFollowAnEarlierTry(String reply) {
		RuntimeException failure = new RedisSystemException("Error in execution", new IllegalStateException(reply));
		assertThat(translate(failure)).isInstanceOf(OutcomeUnknownException.class);
		assertThat(translate(new RedisConnections.NotConnectedException(failure)))
			.isInstanceOf(StoreUnavailableException.class);
	}

	@Test
	void aReconnectThatFailsDoesNotHideThatTheCommandWasSent() {
		RuntimeException reconnect = new IllegalStateException("Failed to connect",
				new ConnectException("Connection refused"));
		RuntimeException failure = new RedisConnectionFailureException("Unexpected end of stream.",
				new IllegalStateException("Unexpected end of stream."));
		failure.addSuppressed(reconnect);
		assertThat(translate(failure)).isInstanceOf(OutcomeUnknownException.class);
	}

	@ParameterizedTest
	@MethodSource("connectFailures")
	void whatWasNeverSentHasChangedNothing(RuntimeException failure) {
		assertThat(translate(failure)).isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("can't be reached")
			.hasMessageContaining("Nothing was changed");
	}

	static Stream<RuntimeException> connectFailures() {
		RuntimeException severalAddresses = new RuntimeException("Failed to connect to any host");
		severalAddresses.addSuppressed(new ConnectException("Connection refused"));
		return Stream.of(new RedisConnectionFailureException("x", new ConnectException("Connection refused")),
				new RedisConnectionFailureException("x", new SocketTimeoutException("Connect timed out")),
				new RedisConnectionFailureException("x", new UnknownHostException("redis")),
				new RedisConnectionFailureException("x", severalAddresses), new RedisConnections.NotConnectedException(
						new IllegalStateException("The connection factory has been stopped")));
	}

	@ParameterizedTest
	@MethodSource("lostReplies")
	void whateverElseLeavesTheOutcomeOpen(RuntimeException failure) {
		assertThat(translate(failure)).isInstanceOf(OutcomeUnknownException.class)
			.hasMessageContaining("not known whether")
			.hasMessageContaining("schedule on 'orders'")
			.hasCause(failure);
	}

	static Stream<RuntimeException> lostReplies() {
		return Stream.of(new QueryTimeoutException("Redis command timed out"),
				new RedisConnectionFailureException("x", new SocketTimeoutException("Read timed out")),
				new RedisSystemException("x", new IOException("Connection reset by peer")),
				new InvalidDataAccessApiUsageException("ERR ACL failure in script: NOPERM this user can't run 'hget'"),
				new InvalidDataAccessApiUsageException("ERR user_script:15: attempt to compare number with nil"),
				new RedisSystemException("No more cluster attempts left.", new ConnectException("Connection refused")));
	}

	@Test
	void refusedLoginIsToldFromAnAbsentRedis() {
		assertThat(translate(new RedisConnections.NotConnectedException(new RedisConnectionFailureException("x",
				new IllegalStateException("WRONGPASS invalid username-password pair")))))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("user and password");
	}

	@Test
	void circlesOfCausesEnd() {
		RuntimeException failure = new RuntimeException("outer");
		failure.initCause(new IllegalStateException("inner", failure));
		assertThat(translate(failure)).isInstanceOf(OutcomeUnknownException.class);
	}

	@Test
	void unknownScriptIsToldFromOtherRefusals() {
		assertThat(RedisErrors.isUnknownScript(new RedisSystemException("x",
				new IllegalStateException("NOSCRIPT No matching script. Please use EVAL."))))
			.isTrue();
		assertThat(RedisErrors.isUnknownScript(new InvalidDataAccessApiUsageException("BUSY Redis is busy"))).isFalse();
		assertThat(RedisErrors.isUnknownScript(new QueryTimeoutException("Redis command timed out"))).isFalse();
	}

	private static DelayQueueException translate(RuntimeException failure) {
		return RedisErrors.translate("schedule on 'orders'", failure);
	}

}
