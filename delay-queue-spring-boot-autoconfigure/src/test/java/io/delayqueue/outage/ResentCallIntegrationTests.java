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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.listener.DoNotRetryException;
import io.delayqueue.store.redis.ScriptCalls;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.BusyScript;
import io.delayqueue.testredis.Fault;
import io.delayqueue.testredis.InjectedFault;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of a call whose reply is lost when the server ends the connection, so that
 * Lettuce sends it again by itself, after others have done something in between.
 */
class ResentCallIntegrationTests {

	private final RedisProcess redis = RedisProcess.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis);

	private final TestApplication application = start(this.proxy);

	private final TestApplication other = start(this.redis, Handler.class);

	private final DelayQueueTemplate template = this.application.template();

	private final Handler handler = this.other.get(Handler.class);

	@AfterEach
	void close() {
		this.application.close();
		this.other.close();
		this.proxy.close();
		this.redis.close();
	}

	@Test
	void whatWasCancelledBetweenTheTriesIsNotStoredAgain() {
		CompletableFuture<?> schedule = loseReply("schedule",
				() -> this.template.schedule(message("a", "cancelled", Duration.ofSeconds(1), DuplicatePolicy.REJECT)));
		assertThat(this.other.template().cancel("orders", "a")).isEqualTo(CancelResult.CANCELLED);
		this.proxy.end();
		assertThat(schedule).succeedsWithin(Duration.ofSeconds(20));
		assertThat(this.template.find("orders", "a")).isEmpty();
		assertThat(this.handler.payloads).isEmpty();
	}

	@Test
	void whatWasReplacedBetweenTheTriesStaysReplaced() {
		CompletableFuture<?> first = loseReply("schedule",
				() -> this.template.schedule(message("a", "v1", Duration.ofSeconds(2), DuplicatePolicy.REPLACE)));
		assertThat(this.other.template()
			.schedule(message("a", "v2", Duration.ofSeconds(1), DuplicatePolicy.REPLACE))
			.outcome()).isEqualTo(ScheduleResult.Outcome.REPLACED);
		this.proxy.end();
		assertThat(first).succeedsWithin(Duration.ofSeconds(20));
		await().until(() -> this.handler.payloads.contains("v2"));
		assertThat(this.handler.payloads).doesNotContain("v1");
	}

	@Test
	void whatWasScheduledBetweenTheTriesOfACancelStays() {
		this.template.schedule(message("a", "old", Duration.ofDays(1), DuplicatePolicy.REJECT));
		this.template.cancel("orders", "nothing");
		CompletableFuture<?> cancel = loseReply("cancel", () -> this.template.cancel("orders", "a"));
		this.other.template().schedule(message("a", "new", Duration.ofSeconds(1), DuplicatePolicy.REJECT));
		this.proxy.end();
		assertThat(cancel).succeedsWithin(Duration.ofSeconds(20));
		assertThat(cancel.join()).isEqualTo(CancelResult.CANCELLED);
		await().until(() -> this.handler.payloads.contains("new"));
	}

	@Test
	void whatWasScheduledBetweenTheTriesOfAPurgeStays() {
		this.template.schedule(message("a", "old", Duration.ofDays(1), DuplicatePolicy.REJECT));
		DelayQueueAdmin admin = this.application.admin();
		admin.purge("orders", MessageState.DEAD);
		CompletableFuture<?> purge = loseReply("purge", () -> admin.purge("orders", MessageState.WAITING));
		this.other.template().schedule(message("b", "new", Duration.ofSeconds(1), DuplicatePolicy.REJECT));
		this.proxy.end();
		assertThat(purge).succeedsWithin(Duration.ofSeconds(20));
		// With the one that was scheduled before all else.
		assertThat(purge.join()).isEqualTo(2L);
		await().until(() -> this.handler.payloads.contains("new"));
	}

	@Test
	void queueThatWasResumedBetweenTheTriesOfAPauseIsNotPausedAgain() {
		DelayQueueAdmin admin = this.application.admin();
		admin.pause("orders");
		admin.resume("orders");
		CompletableFuture<?> pause = loseReply("pause", () -> admin.pause("orders"));
		await().until(() -> this.other.admin().resume("orders"));
		this.proxy.end();
		assertThat(pause).succeedsWithin(Duration.ofSeconds(20));
		assertThat(pause.join()).isEqualTo(true);
		assertThat(this.other.admin().statistics("orders").paused()).isFalse();
	}

	@Test
	void whatDiedAgainBetweenTheTriesOfAReplayStaysDead() {
		this.template.schedule(message("a b%", "bad", Duration.ZERO, DuplicatePolicy.REJECT));
		await().until(() -> this.other.admin().statistics("orders").dead() == 1);
		DelayQueueAdmin admin = this.application.admin();
		admin.replay("orders", "nothing");
		CompletableFuture<?> replay = loseReply("replay", () -> admin.replay("orders", "a b%"));
		await().until(() -> this.handler.payloads.size() == 2 && this.other.admin().statistics("orders").dead() == 1);
		this.proxy.end();
		assertThat(replay).succeedsWithin(Duration.ofSeconds(20));
		assertThat(replay.join()).isEqualTo(true);
		assertThat(this.other.admin().statistics("orders").dead()).isOne();
		assertThat(this.handler.payloads).hasSize(2);
	}

	@Test
	void whatWasHandledBetweenTheTriesIsToldAsScheduledAlthoughRedisIsFullByThen() {
		CompletableFuture<?> schedule = loseReply("schedule",
				() -> this.template.schedule(message("a", "x", Duration.ZERO, DuplicatePolicy.REJECT)));
		await().until(() -> this.handler.payloads.contains("x"));
		this.redis.command("CONFIG", "SET", "maxmemory", "1");
		this.proxy.end();
		assertThat(schedule).succeedsWithin(Duration.ofSeconds(20));
		this.redis.command("CONFIG", "SET", "maxmemory", "0");
		assertThat(this.handler.payloads).hasSize(1);
	}

	@Test
	void batchIsToldAsScheduledAlthoughRedisIsFullByTheSecondTry() {
		List<DelayMessage<String>> batch = IntStream.range(0, 20)
			.mapToObj((i) -> message("b" + i, "x", Duration.ofDays(1), DuplicatePolicy.REJECT))
			.toList();
		CompletableFuture<?> schedule = loseReply("schedule", () -> this.template.scheduleAll(batch));
		this.redis.command("CONFIG", "SET", "maxmemory", "1");
		this.proxy.end();
		assertThat(schedule).succeedsWithin(Duration.ofSeconds(20));
		this.redis.command("CONFIG", "SET", "maxmemory", "0");
		assertThat(batch).allMatch((message) -> this.template.find("orders", message.getId()).isPresent());
	}

	@Test
	void nobodyIsToldThatNothingWasChangedWhenTheSecondTryFindsRedisBusy() {
		CompletableFuture<?> schedule = loseReply("schedule",
				() -> this.template.schedule(message("a", "x", Duration.ofDays(1), DuplicatePolicy.REJECT)));
		BusyScript busy = BusyScript.start(this.redis);
		this.proxy.end();
		assertThat(schedule).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(UncertainScheduleException.class);
		busy.kill();
		assertThat(this.template.find("orders", "a")).isPresent();
	}

	private CompletableFuture<?> loseReply(String script, Supplier<?> call) {
		// Redis and the driver know the script from before.
		this.template.schedule(message("before", "x", Duration.ofDays(1), DuplicatePolicy.KEEP));
		InjectedFault fault = this.proxy.inject(Fault.HANG_AFTER, 1, ScriptCalls.of(script));
		CompletableFuture<?> result = CompletableFuture.supplyAsync(call);
		await().until(() -> fault.hits() == 1);
		return result;
	}

	private static DelayMessage<String> message(String id, String payload, Duration delay, DuplicatePolicy policy) {
		return DelayMessage.to("orders").payload(payload).id(id).delay(delay).onDuplicate(policy).build();
	}

	private static TestApplication start(RedisServer server, Class<?>... components) {
		Map<String, Object> properties = new HashMap<>();
		properties.put("spring.data.redis.timeout", "8s");
		properties.put("delay-queue.listener.max-poll-interval", "500ms");
		return TestApplication.start(server, properties, components);
	}

	static class Handler {

		private final List<String> payloads = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(String payload) {
			this.payloads.add(payload);
			if (payload.equals("bad")) {
				throw new DoNotRetryException(payload);
			}
		}

	}

}
