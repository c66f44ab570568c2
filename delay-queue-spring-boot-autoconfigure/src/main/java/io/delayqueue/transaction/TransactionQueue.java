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

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.QueueCommand;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * The commands of one transaction.
 */
final class TransactionQueue implements TransactionSynchronization {

	private final CommandSender sender;

	private final DeferredOperationFailures failures;

	private final List<QueueCommand> commands = new ArrayList<>();

	/**
	 * How many commands there were when a savepoint was set.
	 */
	private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

	TransactionQueue(CommandSender sender, DeferredOperationFailures failures) {
		this.sender = sender;
		this.failures = failures;
	}

	boolean isFor(CommandSender sender) {
		return this.sender == sender;
	}

	void add(List<? extends QueueCommand> commands) {
		this.commands.addAll(commands);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.put(savepoint, this.commands.size());
	}

	// One that is not known was set before the first command.
	@Override
	public void savepointRollback(Object savepoint) {
		int size = this.savepoints.getOrDefault(savepoint, 0);
		this.commands.subList(size, this.commands.size()).clear();
		this.savepoints.values().removeIf((later) -> later > size);
	}

	// Not after the commit alone: what is asked for by others then would never be sent.
	@Override
	public void afterCompletion(int status) {
		if (status == STATUS_COMMITTED) {
			this.failures.report(this.commands, this.sender.send(this.commands));
		}
		else if (status == STATUS_UNKNOWN) {
			this.failures.report(this.commands, new OutcomeUnknownException(
					"It is not known whether the transaction has committed. Nothing was sent", null));
		}
	}

}
