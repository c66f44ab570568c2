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

import java.util.Map;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ConcurrentReferenceHashMap.ReferenceType;

/**
 * Knows of the transaction that is bound to a thread whether it has ended. Spring leaves
 * it bound, and has others join it, until all callbacks have been called; what is written
 * by them then is committed by nobody, unless the connection was in auto-commit mode
 * before.
 */
final class EndedTransactions implements TransactionExecutionListener {

	private final DataSource dataSource;

	/**
	 * The connections' holders. Each serves one transaction.
	 */
	private final Map<Object, Boolean> ended = new ConcurrentReferenceHashMap<>(16, ReferenceType.WEAK);

	EndedTransactions(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	/**
	 * Be told of the end of transactions.
	 * @param transactionManager manages the transactions
	 */
	void listenTo(PlatformTransactionManager transactionManager) {
		if (transactionManager instanceof ConfigurableTransactionManager configurable) {
			configurable.addListener(this);
		}
	}

	/**
	 * Return whether what the calling thread would join is a transaction that has ended.
	 * @return whether it has ended; not if there is none
	 */
	boolean isBound() {
		// A manager that tells nobody of the end has at least called back already.
		if (TransactionSynchronizationManager.isActualTransactionActive()
				&& !TransactionSynchronizationManager.isSynchronizationActive()) {
			noteEnd();
			return true;
		}
		Object holder = TransactionSynchronizationManager.getResource(this.dataSource);
		return holder != null && this.ended.containsKey(holder);
	}

	// What is written later than this, which is after the callbacks before the commit and
	// immediately before it, may be too late.
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		beforeEnd(transaction);
	}

	@Override
	public void beforeRollback(TransactionExecution transaction) {
		beforeEnd(transaction);
	}

	// Listeners are told of savepoints too, after which the transaction goes on.
	private void beforeEnd(TransactionExecution transaction) {
		if (transaction.isNewTransaction()) {
			noteEnd();
		}
	}

	// A holder that was there before the transaction may serve another one after it.
	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		Object holder = TransactionSynchronizationManager.getResource(this.dataSource);
		if (beginFailure == null && transaction.isNewTransaction() && holder != null) {
			this.ended.remove(holder);
		}
	}

	private void noteEnd() {
		Object holder = TransactionSynchronizationManager.getResource(this.dataSource);
		if (holder != null) {
			this.ended.put(holder, Boolean.TRUE);
		}
	}

}
