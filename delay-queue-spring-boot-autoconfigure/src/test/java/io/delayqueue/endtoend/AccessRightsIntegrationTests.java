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

package io.delayqueue.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.RealTime;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.BulkOperation;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DeadLetterReplay;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.listener.DoNotRetryException;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The access rights that the README names are enough.
 */
class AccessRightsIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	/**
	 * What stands between quotes in the scripts too.
	 */
	private static final Set<String> NO_COMMANDS = Set.of("+ack", "+after", "+dead", "+drop", "+dropped", "+settled",
			"+full", "+keep", "+limit", "+now", "+orphaned", "+present", "+recur", "+release", "+replace", "+replaced",
			"+retried", "+retry", "+returned", "+since", "+stored", "+waiting", "+withscores", "+withvalues");

	@Test
	void needsNoMoreRightsThanAreGrantedForTheScripts() throws IOException {
		Set<String> used = new TreeSet<>();
		for (Resource script : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/delayqueue/store/redis/*.lua")) {
			Matcher matcher = Pattern.compile("'([A-Z]{3,})'")
				.matcher(script.getContentAsString(StandardCharsets.UTF_8));
			while (matcher.find()) {
				used.add("+" + matcher.group(1).toLowerCase(Locale.ROOT));
			}
		}
		used.removeAll(NO_COMMANDS);
		assertThat(used).contains("+zadd", "+hlen");
		assertThat(aclLine().split(" ")).containsAll(used);
	}

	@Test
	void needsNoMoreRightsThanTheReadmeNames() throws Exception {
		try (RedisProcess redis = RedisProcess.start()) {
			assertThat(redis.command(aclLine().split(" "))).isEqualTo("OK");
			Map<String, Object> properties = Map.of("spring.data.redis.username", "shop", "spring.data.redis.password",
					"secret", "delay-queue.key-prefix", "delay-queue", "delay-queue.listener.retry.delay", "10ms",
					"delay-queue.listener.lease", "300ms", "delay-queue.listener.max-poll-interval", "1h");
			try (TestApplication consumer = TestApplication.start(redis, properties, Listeners.class);
					TestApplication producer = TestApplication.start(redis, properties)) {
				// Without the right to the channel it would come after an hour.
				awaitSubscriber(redis);
				producer.template().schedule("orders", "hello", Duration.ofMillis(100));
				Listeners listeners = consumer.get(Listeners.class);
				assertThat(listeners.received.poll(20, TimeUnit.SECONDS)).isEqualTo("hello");
				assertThat(listeners.calls).hasValue(2);
				producer.template()
					.scheduleAll(IntStream.range(0, 100)
						.mapToObj((i) -> DelayMessage.to("many").payload(i).delay(Duration.ofMillis(300)).build())
						.toList());
				await().atMost(Duration.ofSeconds(20)).until(() -> listeners.many.size() == 100);
				String doomed = producer.template().schedule("doomed", "hello", Duration.ZERO);
				assertThat(listeners.dead.poll(20, TimeUnit.SECONDS)).isEqualTo("hello");
				await().atMost(Duration.ofSeconds(20))
					.until(() -> producer.template().find("doomed", doomed).isEmpty());
				String id = producer.template().schedule("others", "hello", Duration.ofHours(1));
				assertThat(producer.template().find("others", id)).isPresent();
				assertThat(producer.admin().statistics("others").waiting()).isEqualTo(1);
				assertThat(producer.admin().queues()).containsExactly("bad", "doomed", "many", "orders", "others");
				assertThat(producer.template().cancel("others", id)).isEqualTo(CancelResult.CANCELLED);
				operate(producer);
			}
			assertThat((List<?>) redis.command("ACL", "LOG")).isEmpty();
		}
	}

	private static void operate(TestApplication application) throws InterruptedException {
		DelayQueueAdmin admin = application.admin();
		for (String id : List.of("a", "b")) {
			application.template()
				.schedule(DelayMessage.to("bad").payload("x").id(id).delay(Duration.ofHours(1)).build());
			assertThat(admin.deliverNow("bad", id)).isTrue();
		}
		await().atMost(Duration.ofSeconds(20)).until(() -> admin.statistics("bad").dead() == 2);
		assertThat(admin.replay(DeadLetterReplay.of("bad").ids(List.of("a")).to("others")).awaitEnd(LONG)).isTrue();
		assertThat(admin.dueHistogram("others").overdue()).isOne();
		assertThat(admin.messages("others", MessageState.WAITING, null, 10).messages()).hasSize(1);
		assertThat(admin.purge("others", MessageState.WAITING)).isOne();
		assertThat(admin.purge("others", MessageState.IN_FLIGHT)).isZero();
		assertThat(admin.replay("bad", "b")).isTrue();
		await().atMost(Duration.ofSeconds(20)).until(() -> admin.statistics("bad").dead() == 1);
		BulkOperation purge = admin.purge("bad", MessageState.DEAD, 100);
		assertThat(purge.awaitEnd(LONG)).isTrue();
		assertThat(purge.progress().done()).isOne();
	}

	private static void awaitSubscriber(RedisProcess redis) {
		await().atMost(Duration.ofSeconds(20))
			.until(() -> String.valueOf(redis.command("PUBSUB", "CHANNELS")).contains("delay-queue:hints"));
	}

	private static String aclLine() throws IOException {
		Matcher matcher = Pattern.compile("^ACL SETUSER .*$", Pattern.MULTILINE)
			.matcher(Files.readString(Path.of("../README.md")));
		assertThat(matcher.find()).isTrue();
		return matcher.group();
	}

	static class Listeners {

		private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

		private final BlockingQueue<String> dead = new LinkedBlockingQueue<>();

		private final AtomicInteger calls = new AtomicInteger();

		private final AtomicInteger deadCalls = new AtomicInteger();

		private final Set<Integer> many = ConcurrentHashMap.newKeySet();

		@DelayListener("bad")
		void fail(String payload) {
			throw new DoNotRetryException(payload);
		}

		@DelayListener(queues = "many", concurrency = "100")
		void handleMany(int number) {
			this.many.add(number);
		}

		@DelayListener("orders")
		void handle(String payload) throws InterruptedException {
			if (this.calls.incrementAndGet() == 1) {
				throw new IllegalStateException("retry, please");
			}
			// Longer than the lease, so that it has to be renewed.
			RealTime.pass(Duration.ofMillis(500));
			this.received.add(payload);
		}

		@DelayListener("doomed")
		void die(String payload) {
			throw new DoNotRetryException("as told");
		}

		@DelayListener(queues = "doomed", deadLetters = "true")
		void handleDead(String payload) throws InterruptedException {
			if (this.deadCalls.incrementAndGet() == 1) {
				throw new IllegalStateException("retry, please");
			}
			RealTime.pass(Duration.ofMillis(500));
			this.dead.add(payload);
		}

	}

}
