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

package io.delayqueue.migration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.core.BatchScheduleException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueOperations;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;

/**
 * Moves pending messages of another queue to those of this library, page by page: each is
 * scheduled first and then removed over there. An import that ends half-way has lost
 * nothing and is simply run again; what it had scheduled already is known by its id. A
 * message that was handled in between is handled a second time.
 *
 * <pre class="code">
 * new PendingMessageImporter(PendingMessageSource.zSet(connectionFactory, "closing-orders"), delayQueue)
 *     .run((pending) -&gt; pending.to("order-timeout", new OrderTimeout(Long.parseLong(pending.getText()))).build());
 * </pre>
 *
 * While consumers of the other queue go on, {@link #leaveDueWithin(Duration)} leaves to
 * them what they may take at any moment. Instances may be used more than once, by one
 * thread at a time.
 *
 * @since 0.1.0
 */
public final class PendingMessageImporter {

	private static final Log logger = LogFactory.getLog(PendingMessageImporter.class);

	private static final int MAX_PAGE_SIZE = 1_000;

	private final PendingMessageSource source;

	private final DelayQueueOperations target;

	private int pageSize = 100;

	private @Nullable Duration margin;

	/**
	 * Create an importer.
	 * @param source where messages are pending
	 * @param target what they are scheduled with
	 */
	public PendingMessageImporter(PendingMessageSource source, DelayQueueOperations target) {
		Assert.notNull(source, "'source' must not be null");
		Assert.notNull(target, "'target' must not be null");
		this.source = source;
		this.target = target;
	}

	/**
	 * Leave where they are the messages that are due or will be soon, by the clock of the
	 * Redis that they are in. Without it all are moved, which is right when nobody
	 * consumes the other queue any more.
	 * @param margin how much later than now a message has to be due, to be moved; longer
	 * than the clocks of consumers are ahead and than it takes to move a page, a minute
	 * for example
	 * @return this importer
	 */
	public PendingMessageImporter leaveDueWithin(Duration margin) {
		Assert.isTrue(margin != null && !margin.isNegative(), () -> "'margin' must not be negative, but is " + margin);
		this.margin = margin;
		return this;
	}

	/**
	 * Set how many messages are scheduled at a time; 100 by default.
	 * @param pageSize the number, from 1 to 1,000
	 * @return this importer
	 */
	public PendingMessageImporter pageSize(int pageSize) {
		Assert.isTrue(pageSize >= 1 && pageSize <= MAX_PAGE_SIZE,
				() -> "'pageSize' must be from 1 to " + MAX_PAGE_SIZE + ", not " + pageSize);
		this.pageSize = pageSize;
		return this;
	}

	/**
	 * Move what is pending. What can't be moved stays where it is.
	 * @param mapper makes the messages
	 * @return what has been done
	 * @throws BatchScheduleException if messages could not be scheduled; run it again
	 * @throws IllegalStateException if it is called within a transaction, if another
	 * import of the source is under way, or if it was held up for more than a minute
	 */
	public ImportReport run(PendingMessageMapper mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		Assert.state(!TransactionSynchronizationManager.isActualTransactionActive(),
				"An import can't be part of a transaction: what it has removed would not come back");
		try (SourceReader reader = SourceReader.toMove(this.source)) {
			return run(mapper, "Import of ", reader, (messages, account) -> move(messages, account, reader));
		}
	}

	/**
	 * Look at what is pending and map it, but change nothing.
	 * @param mapper makes the messages
	 * @return what {@link #run} would do, if no id is taken
	 */
	public ImportReport dryRun(PendingMessageMapper mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		try (SourceReader reader = SourceReader.toLook(this.source)) {
			return run(mapper, "Dry run of an import of ", reader, (messages, account) -> {
				messages.forEach((message) -> account.moved());
				return List.of();
			});
		}
	}

	private ImportReport run(PendingMessageMapper mapper, String name, SourceReader reader, PageMover mover) {
		ImportAccount account = new ImportAccount();
		try {
			PagePosition position = PagePosition.FIRST;
			List<PendingMember> page = reader.read(position, this.pageSize, this.margin);
			while (!page.isEmpty()) {
				List<PendingMember> stayed = new ArrayList<>(page);
				mover.move(map(page, mapper, account), account).forEach((moved) -> stayed.remove(moved.member()));
				position = position.after(page, stayed);
				page = reader.read(position, this.pageSize, this.margin);
			}
			return account.report();
		}
		finally {
			logger.info(name + this.source + ": " + account.report());
		}
	}

	private List<ImportedMessage> map(List<PendingMember> page, PendingMessageMapper mapper, ImportAccount account) {
		List<ImportedMessage> messages = new ArrayList<>();
		for (PendingMember member : page) {
			account.found();
			try {
				PendingMessage pending = this.source.open(member);
				DelayMessage<?> message = mapper.map(pending);
				if (message != null) {
					messages.add(ImportedMessage.of(member, pending.getId(), message));
				}
				else {
					account.skipped();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				account.failed(ex);
			}
			catch (Exception ex) {
				account.failed(ex);
			}
		}
		return messages;
	}

	private List<ImportedMessage> move(List<ImportedMessage> messages, ImportAccount account, SourceReader reader) {
		ImportTarget page = new ImportTarget(this.target, account);
		BatchScheduleException failure = page.schedule(messages);
		page.settle(reader.remove(page.safe()));
		if (failure != null) {
			throw failure;
		}
		return page.safe();
	}

	/**
	 * Does with the messages of a page what is to be done.
	 */
	@FunctionalInterface
	private interface PageMover {

		/**
		 * Do it.
		 * @param messages the messages
		 * @param account where to count
		 * @return those that have gone from where they were
		 */
		List<ImportedMessage> move(List<ImportedMessage> messages, ImportAccount account);

	}

}
