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
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.QueueCommand;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedRuntimeException;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes commands into a table of the application's database, in the transaction of the
 * caller or, without one that is still to be committed, in one of their own; and has them
 * brought to the store after the commit by one thread over all instances of the
 * application, in the order in which they were written. A command may reach the store
 * twice, which recognises a message that it still holds by its stamp.
 *
 * @since 0.1.0
 */
public final class JdbcOutbox implements CommandDeferral, Outbox, SmartLifecycle {

	/**
	 * Stops after the web server, whose last requests still write, and before the
	 * connections to the database and the store are closed.
	 */
	private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

	private static final Log logger = LogFactory.getLog(JdbcOutbox.class);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

	private final DataSource dataSource;

	private final PlatformTransactionManager transactionManager;

	private final OutboxSettings settings;

	private final OutboxTable table;

	private final TransactionTemplate transaction;

	private final TransactionTemplate separateTransaction;

	private final EndedTransactions endedTransactions;

	private final CommandSender sender;

	private final DeferredOperationFailures failures;

	private volatile @Nullable RelayThread thread;

	/**
	 * Create an outbox, which relays from its start on.
	 * @param dataSource leads to the database
	 * @param transactionManager manages the transactions of that data source
	 * @param sender brings commands to the store
	 * @param failures told of what fails for good
	 * @param settings how to work
	 */
	public JdbcOutbox(DataSource dataSource, PlatformTransactionManager transactionManager, CommandSender sender,
			DeferredOperationFailures failures, OutboxSettings settings) {
		this.dataSource = (dataSource instanceof TransactionAwareDataSourceProxy proxy
				&& proxy.getTargetDataSource() != null) ? proxy.getTargetDataSource() : dataSource;
		this.transactionManager = transactionManager;
		this.settings = settings;
		this.table = new OutboxTable(this.dataSource, settings.tableName());
		this.transaction = new TransactionTemplate(transactionManager);
		this.separateTransaction = new TransactionTemplate(transactionManager);
		this.separateTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.endedTransactions = new EndedTransactions(this.dataSource);
		this.endedTransactions.listenTo(transactionManager);
		this.sender = sender;
		this.failures = failures;
	}

	@Override
	public boolean defer(List<? extends QueueCommand> commands) {
		if (!commands.isEmpty()) {
			// Spring lets callbacks after the commit take part in what nobody commits.
			TransactionTemplate transaction = this.endedTransactions.isBound() ? this.separateTransaction
					: this.transaction;
			Boolean committed = transaction.execute((status) -> write(commands, status));
			if (Boolean.TRUE.equals(committed)) {
				wake();
			}
		}
		return true;
	}

	private boolean write(List<? extends QueueCommand> commands, TransactionStatus status) {
		checkTransaction();
		this.table.insert(commands);
		if (!status.isNewTransaction() && TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.registerSynchronization(new WakeUp(this));
		}
		return status.isNewTransaction();
	}

	/**
	 * Check what will not change by itself: that the database is one that can hold an
	 * outbox, and that the transactions are of that database. Says nothing while the
	 * database is away.
	 * @throws IllegalStateException if no outbox can work here
	 */
	public void verify() {
		unlessAway(() -> this.transaction.executeWithoutResult((status) -> {
			checkTransaction();
			OutboxDatabase.of(this.dataSource);
		}));
	}

	/**
	 * Check that a database is one that can hold an outbox. Says nothing while it is
	 * away.
	 * @param dataSource leads to the database
	 * @throws IllegalStateException if it can't
	 */
	public static void verifyDatabase(DataSource dataSource) {
		unlessAway(() -> OutboxDatabase.of(dataSource));
	}

	private static void unlessAway(Runnable check) {
		try {
			check.run();
		}
		catch (NestedRuntimeException ex) {
			logger.debug("The database can't be asked whether it can hold an outbox", ex);
		}
	}

	// Else what is written would stay when the transaction is rolled back.
	private void checkTransaction() {
		if (this.transactionManager instanceof ResourceTransactionManager
				&& !TransactionSynchronizationManager.hasResource(this.dataSource)) {
			throw new IllegalStateException("The outbox is in the database of " + this.dataSource
					+ ", but the transactions of " + this.transactionManager + " are not of that database");
		}
	}

	@Override
	public OutboxBacklog backlog() {
		return this.table.backlog();
	}

	/**
	 * Relay what is committed, soon.
	 */
	public void wake() {
		RelayThread thread = this.thread;
		if (thread != null) {
			thread.signal.wake();
		}
	}

	@Override
	public void start() {
		if (this.thread == null) {
			RelayLock lock = new RelayLock(this.dataSource, this.settings.tableName());
			RelayThread thread = new RelayThread(new Relay(this.table, lock,
					new RelayTransaction(this.transactionManager), this.sender, this.failures, this.settings));
			this.thread = thread;
			thread.start();
		}
	}

	@Override
	public void stop() {
		RelayThread thread = this.thread;
		this.thread = null;
		if (thread != null && !thread.end()) {
			logger.warn("The relay of the outbox has not ended within " + STOP_TIMEOUT
					+ ". What it was at will be sent again");
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/**
	 * The thread from a start to the next stop.
	 */
	private static final class RelayThread extends Thread {

		private final Relay relay;

		private final RelaySignal signal = new RelaySignal();

		private RelayThread(Relay relay) {
			super("delay-queue-outbox");
			setDaemon(true);
			this.relay = relay;
		}

		@Override
		public void run() {
			this.relay.run(this.signal);
		}

		private boolean end() {
			this.signal.stop();
			try {
				join(TimeUnit.MILLISECONDS.convert(STOP_TIMEOUT));
				return !isAlive();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

	}

	/**
	 * Wakes the relay after the commit. Those of one transaction are equal, and but one
	 * is kept.
	 *
	 * @param outbox the outbox
	 */
	private record WakeUp(JdbcOutbox outbox) implements TransactionSynchronization {

		@Override
		public void afterCompletion(int status) {
			if (status != STATUS_ROLLED_BACK) {
				this.outbox.wake();
			}
		}

	}

}
