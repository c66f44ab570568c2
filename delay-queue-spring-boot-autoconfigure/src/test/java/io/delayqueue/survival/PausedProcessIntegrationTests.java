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

package io.delayqueue.survival;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.survival.JournalEntry.Kind;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application is stopped by SIGSTOP for longer than its lease, and goes on. What it
 * then sends for its messages, to acknowledge, to retry and to extend, is too late and
 * must change nothing, whatever has become of them meanwhile.
 */
@RedisTest
class PausedProcessIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	@TempDir
	private Path folder;

	private QueueClient client;

	private TcpProxy proxy;

	private NodeProcess paused;

	private NodeProcess other;

	@BeforeEach
	void start(RedisServer redis) {
		this.client = new QueueClient(redis);
		this.proxy = TcpProxy.to(redis);
		this.paused = start("paused", this.proxy, "4s");
		this.other = start("other", redis, "30s");
		this.paused.awaitReady();
		this.other.awaitReady();
	}

	private NodeProcess start(String name, RedisServer redis, String lease) {
		return NodeProcess.start(name, this.folder, redis,
				Map.of("delay-queue.listener.lease", lease, "delay-queue.listener.concurrency", 16,
						"delay-queue.listener.retry.delay", "50ms", "delay-queue.listener.retry.jitter", "0s"));
	}

	@AfterEach
	void stop() {
		this.paused.close();
		this.other.close();
		this.proxy.close();
	}

	@Test
	@KnownFault("db-scheduler#402")
	void changesNothingThatIsNoLongerItsOwn() {
		pauseWithAllMessages();
		letTheOtherTakeOver();
		Map<String, Object> before = content();
		resumeWithSlowConnection();
		await().atMost(LONG).until(() -> ids(this.paused, Kind.SETTLED_TOO_LATE), all(Late.ACK, Late.RETRY)::equals);
		await().atMost(LONG)
			.until(() -> ids(this.paused, Kind.EXTENDED_TOO_LATE), (ids) -> ids.containsAll(all(Late.EXTEND)));
		assertThat(ids(this.paused, Kind.LEASE_LOST)).as("the handlers see it").containsAll(all(Late.EXTEND));
		assertThat(content()).isEqualTo(before);
		assertThat(this.paused.journal(Kind.SETTLED)).isEmpty();
		letAllEnd();
	}

	private void pauseWithAllMessages() {
		this.other.pause();
		for (Late late : Late.values()) {
			for (Meanwhile meanwhile : Meanwhile.values()) {
				long again = (meanwhile == Meanwhile.TAKEN) ? Work.UNTIL_RELEASED : 0;
				this.client.schedule(late.id(meanwhile), 1,
						Work.taking(Work.UNTIL_RELEASED, again).failing((late == Late.RETRY) ? 1 : 0));
			}
		}
		await().atMost(LONG).until(() -> ids(this.paused, Kind.STARTED), all(Late.values())::equals);
		this.paused.pause();
		this.other.resume();
	}

	private void letTheOtherTakeOver() {
		await().atMost(LONG).until(() -> ids(this.other, Kind.STARTED), all(Late.values())::equals);
		await().atMost(LONG).until(() -> this.client.owners().size() == Late.values().length);
		for (Late late : Late.values()) {
			this.client.schedule(late.id(Meanwhile.TAKEN_ANEW), 2, Work.taking(Work.UNTIL_RELEASED));
			this.client.scheduleAll(List.of(late.id(Meanwhile.WAITING_ANEW)), 2, Work.taking(0), Duration.ofHours(1));
		}
		await().atMost(LONG).until(() -> this.client.heldBy("other").size() == 2 * Late.values().length);
	}

	/**
	 * With the renewal on its way for a second, the handlers end before it is refused:
	 * else nobody would try to settle what is known to be lost.
	 */
	private void resumeWithSlowConnection() {
		all(Late.ACK, Late.RETRY).forEach(this.paused::release);
		this.proxy.delay(Duration.ofSeconds(1));
		this.paused.resume();
	}

	private void letAllEnd() {
		this.proxy.heal();
		all(Late.EXTEND).forEach(this.paused::release);
		for (Late late : Late.values()) {
			this.other.release(late.id(Meanwhile.TAKEN));
			this.other.release(late.id(Meanwhile.TAKEN_ANEW));
			this.client.template().cancel(Work.QUEUE, late.id(Meanwhile.WAITING_ANEW));
		}
		this.client.awaitEmpty(LONG);
		assertThat(this.client.statistics().dead()).isZero();
		List<String> handled = this.other.journal(Kind.COMPLETED)
			.stream()
			.map((entry) -> entry.id() + " " + entry.generation())
			.toList();
		assertThat(handled).doesNotHaveDuplicates().hasSize(all(Late.values()).size() + Late.values().length);
	}

	// All that the queue consists of but the ends of leases, which the other one renews.
	private Map<String, Object> content() {
		Map<String, Object> content = new TreeMap<>();
		Stream.of("owners", "messages", "attempts", "causes", "settings")
			.forEach((name) -> content.put(name, this.client.hash(name)));
		Stream.of("waiting", "dead").forEach((name) -> content.put(name, this.client.sortedSet(name)));
		return content;
	}

	private static List<String> ids(NodeProcess node, Kind kind) {
		return node.journal(kind).stream().map(JournalEntry::id).distinct().sorted().toList();
	}

	private static List<String> all(Late... lates) {
		List<String> ids = new ArrayList<>();
		for (Late late : lates) {
			Arrays.stream(Meanwhile.values()).map(late::id).forEach(ids::add);
		}
		return ids.stream().sorted().toList();
	}

	/**
	 * What comes too late.
	 */
	private enum Late {

		ACK, RETRY, EXTEND;

		private String id(Meanwhile meanwhile) {
			return this + "-" + meanwhile;
		}

	}

	/**
	 * What has become of the message meanwhile.
	 */
	private enum Meanwhile {

		TAKEN, HANDLED, TAKEN_ANEW, WAITING_ANEW

	}

}
