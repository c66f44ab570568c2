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

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link RelayLock}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RelayLockTests {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private final OutboxHarness harness = new OutboxHarness(H2Databases.empty(), this.store);

	private final RelayTransaction transaction = new RelayTransaction(this.harness.transactionManager());

	private final RelayLock lock = new RelayLock(this.harness.jdbc().getDataSource(),
			OutboxSettings.DEFAULT_TABLE_NAME);

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@Test
	void leavesOutLockedRowsAlsoIfTheTableCameLater() {
		assertThatExceptionOfType(BadSqlGrammarException.class).isThrownBy(() -> this.lock.prepare(this.transaction));
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
		this.lock.prepare(this.transaction);
		this.harness.transaction().executeWithoutResult((status) -> {
			assertThat(this.lock.tryLock()).isTrue();
			long start = System.nanoTime();
			assertThat(this.transaction.<Boolean>run((other) -> {
				this.harness.jdbc().execute("SET LOCK_TIMEOUT 20000");
				return this.lock.tryLock();
			})).isFalse();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
		});
	}

	@Test
	void saysThatThereIsNothingToLock() {
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
		assertThatIllegalStateException()
			.isThrownBy(() -> this.transaction.<Boolean>run((status) -> this.lock.tryLock()))
			.withMessageContaining("delay_queue_outbox_lock");
	}

	@Test
	void refusesTransactionsOfAnotherDatabase() {
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
		this.lock.prepare(this.transaction);
		RelayTransaction another = new RelayTransaction(new JdbcTransactionManager(H2Databases.empty()));
		assertThatIllegalStateException().isThrownBy(() -> another.<Boolean>run((status) -> this.lock.tryLock()))
			.withMessageContaining("not of its database");
	}

	@Test
	void writesARowAgainThatHasVanished(CapturedOutput output) {
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
		JdbcOutbox outbox = this.harness.outbox(Duration.ofMillis(20));
		DelayQueueTemplate template = this.harness.template(outbox);
		outbox.start();
		schedule(template, "a");
		this.harness.awaitEmpty(outbox);
		this.harness.jdbc().update("DELETE FROM delay_queue_outbox_lock");
		schedule(template, "b");
		this.harness.awaitEmpty(outbox);
		assertThat(this.store.calls()).containsExactly("schedule q a", "schedule q b");
		assertThat(output).containsOnlyOnce("has vanished");
	}

	private static void schedule(DelayQueueTemplate template, String id) {
		template.schedule(DelayMessage.to("q").payload("x").delay(Duration.ofHours(1)).id(id).build());
	}

}
