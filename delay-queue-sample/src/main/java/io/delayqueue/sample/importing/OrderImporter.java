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

package io.delayqueue.sample.importing;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.sample.order.NewOrder;
import io.delayqueue.sample.order.OrderService;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Places the orders of a stream of lines in batches, so that a file of any size needs no
 * more memory than a small one. Each batch that is placed stays placed.
 */
@Component
class OrderImporter {

	private static final int BATCH_SIZE = 500;

	private static final int MAX_BAD_LINES = 100;

	private final OrderLineParser parser;

	private final OrderService orders;

	OrderImporter(OrderLineParser parser, OrderService orders) {
		this.parser = parser;
		this.orders = orders;
	}

	ImportReport importFrom(InputStream input) throws ImportInterruptedException {
		Run run = new Run();
		try {
			IOException failure = run.takeAll(new LineReader(input, OrderLineParser.MAX_BYTES));
			run.placeBatch();
			if (failure != null) {
				throw new ImportInterruptedException(run.report(), failure);
			}
			return run.report();
		}
		catch (DelayQueueException ex) {
			throw new ImportInterruptedException(run.report(), ex);
		}
	}

	/**
	 * One import under way.
	 */
	private final class Run {

		private final List<NewOrder> batch = new ArrayList<>(BATCH_SIZE);

		private final List<BadLine> badLines = new ArrayList<>();

		private long imported;

		private long blank;

		private long bad;

		private long lines;

		/**
		 * Take all lines there are.
		 * @param reader reads the lines
		 * @return why there are no more, or {@code null} at the end of the file: what
		 * came before is good either way
		 */
		@Nullable IOException takeAll(LineReader reader) {
			try {
				for (LineReader.Line line = reader.next(); line != null; line = reader.next()) {
					take(line);
				}
				return null;
			}
			catch (IOException ex) {
				return ex;
			}
		}

		private void take(LineReader.Line line) {
			this.lines++;
			try {
				OrderImporter.this.parser.parse(line).ifPresentOrElse(this.batch::add, () -> this.blank++);
			}
			catch (BadLineException ex) {
				this.bad++;
				if (this.badLines.size() < MAX_BAD_LINES) {
					this.badLines.add(ex.getLine());
				}
			}
			if (this.batch.size() == BATCH_SIZE) {
				placeBatch();
			}
		}

		void placeBatch() {
			if (!this.batch.isEmpty()) {
				OrderImporter.this.orders.place(this.batch);
				this.imported += this.batch.size();
				this.batch.clear();
			}
		}

		ImportReport report() {
			return new ImportReport(this.lines, this.imported, this.blank, this.bad, List.copyOf(this.badLines));
		}

	}

}
