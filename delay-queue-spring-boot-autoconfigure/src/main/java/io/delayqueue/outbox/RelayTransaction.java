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

import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs the transactions of a relay, in which each statement has to see what others have
 * committed before it: a relay that got the lock and saw the table as it was before would
 * send again what the last one has deleted, behind what came later.
 */
final class RelayTransaction {

	private static final Log logger = LogFactory.getLog(RelayTransaction.class);

	/**
	 * Longer than the store can keep a step waiting. What applications set for their
	 * transactions would undo each step that takes longer, over and over.
	 */
	private static final int TIMEOUT = (int) TimeUnit.HOURS.toSeconds(1);

	private final TransactionTemplate template;

	RelayTransaction(PlatformTransactionManager transactionManager) {
		this.template = new TransactionTemplate(transactionManager);
		this.template.setName("delay-queue-outbox");
		this.template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		this.template.setTimeout(TIMEOUT);
	}

	/**
	 * Run something in a transaction of its own.
	 * @param <T> the type of the result
	 * @param action what to run
	 * @return what that has returned
	 */
	<T extends @Nullable Object> T run(Function<TransactionStatus, T> action) {
		try {
			return this.template.<T>execute(action::apply);
		}
		catch (InvalidIsolationLevelException ex) {
			if (this.template.getIsolationLevel() == TransactionDefinition.ISOLATION_DEFAULT) {
				throw ex;
			}
			logger.info("The transaction manager can't set the isolation of a transaction. That of the database must "
					+ "be 'read committed' for the outbox to be relayed in order: " + ex.getMessage());
			this.template.setIsolationLevel(TransactionDefinition.ISOLATION_DEFAULT);
			return this.template.<T>execute(action::apply);
		}
	}

}
