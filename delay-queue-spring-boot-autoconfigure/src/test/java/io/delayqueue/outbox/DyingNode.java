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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.delayqueue.RealTime;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.testredis.ConnectionFactories;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application in a process of its own, which commits and rolls back transactions, each
 * with a few messages, until its process ends while it relays: without a word to anybody,
 * as by SIGKILL.
 */
final class DyingNode {

	static final String QUEUE = "orders";

	static final int STATUS = 137;

	private static final int TRANSACTIONS = 3000;

	private final Random random;

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	private final DelayQueueTemplate template;

	private DyingNode(Random random, JdbcTemplate jdbc, TransactionTemplate transaction, DelayQueueTemplate template) {
		this.random = random;
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.template = template;
	}

	/**
	 * Run the application.
	 * @param args the URL of the database, the port and the key prefix of Redis, the
	 * seed, and where to die
	 * @throws InterruptedException if interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		Random random = new Random(Long.parseLong(args[3]));
		DataSource dataSource = new DriverManagerDataSource(args[0]);
		DelayQueueStore store = new DyingStore(new RedisDelayQueueStore(
				new ConnectionFactories().lettuce("127.0.0.1", Integer.parseInt(args[1]), Duration.ofSeconds(5)),
				args[2]), Point.valueOf(args[4]), 1 + random.nextInt(6));
		OutboxHarness harness = new OutboxHarness(dataSource, store);
		JdbcOutbox outbox = harness.outbox(Duration.ofMillis(20));
		outbox.start();
		new DyingNode(random, harness.jdbc(), harness.transaction(), harness.template(outbox)).work();
		System.exit(0);
	}

	private void work() throws InterruptedException {
		for (int i = 0; i < TRANSACTIONS; i++) {
			String name = "m" + i + "-";
			boolean rollback = this.random.nextInt(3) == 0;
			int count = 1 + this.random.nextInt(3);
			this.transaction.executeWithoutResult((status) -> {
				for (int k = 0; k < count; k++) {
					// What the database says is committed is what has to be handled.
					this.jdbc.update("INSERT INTO orders (id) VALUES (?)", name + k);
					this.template
						.schedule(DelayMessage.to(QUEUE).payload("x").delay(Duration.ofMillis(1)).id(name + k).build());
				}
				if (rollback) {
					status.setRollbackOnly();
				}
			});
			RealTime.pass(Duration.ofMillis(this.random.nextInt(10)));
		}
	}

	/**
	 * When the process ends.
	 */
	enum Point {

		/**
		 * After the commit and before anything has been sent.
		 */
		BEFORE_RELAY,

		/**
		 * After the store has confirmed and before the rows are deleted.
		 */
		BEFORE_MARK

	}

	/**
	 * Ends the process in a certain call.
	 */
	private static final class DyingStore extends ForwardingStore {

		private final Point point;

		private final AtomicInteger left;

		private DyingStore(DelayQueueStore store, Point point, int calls) {
			super(store);
			this.point = point;
			this.left = new AtomicInteger(calls);
		}

		@Override
		public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
			boolean last = this.left.decrementAndGet() == 0;
			if (last && this.point == Point.BEFORE_RELAY) {
				Runtime.getRuntime().halt(STATUS);
			}
			List<ScheduleReply> replies = super.schedule(queue, commands);
			if (last) {
				Runtime.getRuntime().halt(STATUS);
			}
			return replies;
		}

	}

}
