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

package io.delayqueue.transaction;

import java.util.List;

import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.QueueCommand;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps the commands of a transaction in memory and has them carried out, by the same
 * thread, once it has committed. Those of a transaction or savepoint that is rolled back
 * are dropped. Outside a transaction commands are carried out at once.
 *
 * @since 0.1.0
 */
public final class AfterCommitDeferral implements CommandDeferral {

	private final CommandSender sender;

	private final DeferredOperationFailures failures;

	/**
	 * Create an instance.
	 * @param sender carries out the commands
	 * @param failures told of what fails after the commit
	 */
	public AfterCommitDeferral(CommandSender sender, DeferredOperationFailures failures) {
		this.sender = sender;
		this.failures = failures;
	}

	@Override
	public boolean defer(List<? extends QueueCommand> commands) {
		// The one is so without a transaction too, the other also after its completion.
		boolean deferred = TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
		if (deferred) {
			queue().add(commands);
		}
		return deferred;
	}

	// Spring keeps a list of its own for each transaction, also while one is suspended.
	private TransactionQueue queue() {
		return TransactionSynchronizationManager.getSynchronizations()
			.stream()
			.filter(TransactionQueue.class::isInstance)
			.map(TransactionQueue.class::cast)
			.filter((queue) -> queue.isFor(this.sender))
			.findFirst()
			.orElseGet(this::register);
	}

	private TransactionQueue register() {
		TransactionQueue queue = new TransactionQueue(this.sender, this.failures);
		TransactionSynchronizationManager.registerSynchronization(queue);
		return queue;
	}

}
