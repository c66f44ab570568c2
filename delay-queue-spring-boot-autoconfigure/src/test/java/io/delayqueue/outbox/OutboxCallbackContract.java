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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import javax.sql.DataSource;

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That what is scheduled in callbacks of transactions is neither lost nor sent in spite
 * of a rollback, on every database, also where connections are not in auto-commit mode.
 */
abstract class OutboxCallbackContract {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private OutboxHarness harness;

	private JdbcOutbox outbox;

	private DelayQueueTemplate template;

	private TransactionTemplate transaction;

	/**
	 * Return an empty database.
	 * @return leads to the database
	 */
	abstract DataSource emptyDatabase();

	private void create(Connections connections) {
		DataSource dataSource = emptyDatabase();
		OutboxHarness.createTables(dataSource);
		this.harness = new OutboxHarness(
				(connections == Connections.AUTO_COMMIT) ? dataSource : new ManualCommits(dataSource), this.store);
		use(this.harness.transactionManager());
	}

	private void use(PlatformTransactionManager transactionManager) {
		this.outbox = this.harness.outbox(transactionManager, OutboxHarness.NEVER);
		this.template = this.harness.template(this.outbox);
		this.transaction = new TransactionTemplate(transactionManager);
	}

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatIsFirstScheduledAfterTheCommit(Connections connections) {
		create(connections);
		this.outbox.start();
		this.transaction.executeWithoutResult((status) -> afterCommit(() -> {
			schedule("a");
			schedule("b");
		}));
		this.harness.awaitEmpty(this.outbox);
		assertThat(sent()).containsExactly("a", "b");
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatIsScheduledBeforeAndAfterTheCommit(Connections connections) {
		create(connections);
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			afterCommit(() -> schedule("b"));
			afterCompletion(() -> schedule("c"));
		});
		relayAll();
		assertThat(sent()).containsExactly("a", "b", "c");
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatIsScheduledAfterTheCompletion(Connections connections) {
		create(connections);
		this.outbox.start();
		this.transaction.executeWithoutResult((status) -> afterCompletion(() -> {
			schedule("a");
			schedule("b");
		}));
		this.harness.awaitEmpty(this.outbox);
		assertThat(sent()).containsExactly("a", "b");
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatIsScheduledAfterARollback(Connections connections) {
		create(connections);
		this.transaction.executeWithoutResult((status) -> {
			schedule("rolled back");
			afterCompletion(() -> schedule("a"));
			status.setRollbackOnly();
		});
		relayAll();
		assertThat(sent()).containsExactly("a");
	}

	@ParameterizedTest
	@EnumSource
	void writesOnceWhatIsScheduledBeforeTheCommit(Connections connections) {
		create(connections);
		this.transaction.executeWithoutResult((status) -> {
			beforeCommit(() -> schedule("a"));
			beforeCompletion(() -> schedule("b"));
		});
		assertThat(this.outbox.backlog().count()).isEqualTo(2);
		relayAll();
		assertThat(sent()).containsExactly("a", "b");
	}

	@ParameterizedTest
	@EnumSource
	void dropsWhatIsScheduledBeforeARollback(Connections connections) {
		create(connections);
		this.transaction.executeWithoutResult((status) -> {
			beforeCompletion(() -> schedule("rolled back"));
			status.setRollbackOnly();
		});
		assertThat(this.outbox.backlog().count()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatIsScheduledByThoseWhoTakePartInWhatHasEnded(Connections connections) {
		create(connections);
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((status) -> {
			afterCommit(() -> this.transaction.executeWithoutResult((joined) -> schedule("a")));
			afterCompletion(() -> this.transaction.executeWithoutResult((joined) -> {
				schedule("b");
				nested.executeWithoutResult((deeper) -> schedule("c"));
			}));
		});
		relayAll();
		assertThat(sent()).containsExactly("a", "b", "c");
	}

	@ParameterizedTest
	@EnumSource
	void takesPartInATransactionThatACallbackBegins(Connections connections) {
		create(connections);
		TransactionTemplate separate = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		Runnable callback = () -> {
			separate.executeWithoutResult((status) -> schedule("committed"));
			separate.executeWithoutResult((status) -> {
				schedule("rolled back");
				status.setRollbackOnly();
			});
			schedule("own");
		};
		this.transaction.executeWithoutResult((status) -> afterCommit(callback));
		this.transaction.executeWithoutResult((status) -> afterCompletion(callback));
		assertThat(this.outbox.backlog().count()).isEqualTo(4);
		relayAll();
		assertThat(sent()).containsExactly("committed", "own", "committed", "own");
	}

	@ParameterizedTest
	@EnumSource
	void goesOnWithTheOuterTransactionAfterTheEndOfAnInnerOne(Connections connections) {
		create(connections);
		TransactionTemplate separate = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((status) -> {
			separate.executeWithoutResult((inner) -> afterCompletion(() -> schedule("a")));
			schedule("rolled back");
			nested.executeWithoutResult((inner) -> schedule("nested"));
			schedule("after the savepoint");
			nested.executeWithoutResult((inner) -> inner.setRollbackOnly());
			schedule("after another");
			status.setRollbackOnly();
		});
		assertThat(this.outbox.backlog().count()).isEqualTo(1);
		relayAll();
		assertThat(sent()).containsExactly("a");
	}

	@ParameterizedTest
	@EnumSource
	void managesWithAManagerThatTellsNobodyOfTheEnd(Connections connections) {
		create(connections);
		use(new Silent(this.harness.transactionManager()));
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			afterCompletion(() -> {
				schedule("b");
				schedule("c");
			});
		});
		relayAll();
		assertThat(sent()).containsExactly("a", "b", "c");
	}

	private static void beforeCommit(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void beforeCommit(boolean readOnly) {
				action.run();
			}
		});
	}

	private static void beforeCompletion(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void beforeCompletion() {
				action.run();
			}
		});
	}

	private static void afterCommit(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCommit() {
				action.run();
			}
		});
	}

	private static void afterCompletion(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCompletion(int status) {
				action.run();
			}
		});
	}

	private TransactionTemplate transaction(int propagation) {
		TransactionTemplate other = new TransactionTemplate(this.harness.transactionManager());
		other.setPropagationBehavior(propagation);
		return other;
	}

	private void relayAll() {
		this.outbox.start();
		this.harness.awaitEmpty(this.outbox);
	}

	private List<String> sent() {
		return this.store.calls()
			.stream()
			.flatMap((call) -> List.of(call.substring("schedule q ".length()).split(",")).stream())
			.toList();
	}

	private void schedule(String id) {
		this.template.schedule(DelayMessage.to("q").payload("x").delay(Duration.ofMinutes(1)).id(id).build());
	}

	/**
	 * How connections are when they come from the pool.
	 */
	private enum Connections {

		AUTO_COMMIT, MANUAL_COMMIT

	}

	/**
	 * Hands out connections that are not in auto-commit mode.
	 */
	private static final class ManualCommits extends DelegatingDataSource {

		private ManualCommits(DataSource dataSource) {
			super(dataSource);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			connection.setAutoCommit(false);
			return connection;
		}

	}

	/**
	 * Takes no listeners.
	 *
	 * @param target does the work
	 */
	private record Silent(PlatformTransactionManager target) implements PlatformTransactionManager {

		@Override
		public TransactionStatus getTransaction(TransactionDefinition definition) {
			return this.target.getTransaction(definition);
		}

		@Override
		public void commit(TransactionStatus status) {
			this.target.commit(status);
		}

		@Override
		public void rollback(TransactionStatus status) {
			this.target.rollback(status);
		}

	}

}
