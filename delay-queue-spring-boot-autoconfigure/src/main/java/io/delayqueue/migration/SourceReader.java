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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One import's view of a source: no other import of the same source goes on as long as
 * this one has not been closed, or was held up for too long.
 */
final class SourceReader implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(SourceReader.class);

	private final PendingMessageSource source;

	private final SourceScripts scripts;

	private final String run;

	private SourceReader(PendingMessageSource source, String run) {
		this.source = source;
		this.scripts = source.scripts();
		this.run = run;
	}

	/**
	 * Begin an import.
	 * @param source the source
	 * @return its view of the source
	 * @throws IllegalStateException if another import has begun
	 */
	static SourceReader toMove(PendingMessageSource source) {
		SourceReader reader = new SourceReader(source, UUID.randomUUID().toString());
		if (!reader.scripts.begin(reader.run)) {
			throw new IllegalStateException("Another import of " + source
					+ " is under way, or has ended without saying so less than a minute ago");
		}
		return reader;
	}

	/**
	 * Begin to look at a source.
	 * @param source the source
	 * @return a view of the source, by which nothing can be removed
	 */
	static SourceReader toLook(PendingMessageSource source) {
		return new SourceReader(source, "");
	}

	List<PendingMember> read(PagePosition position, int limit, @Nullable Duration margin) {
		double units = this.source.unitsPerSecond();
		List<byte[]> reply = this.scripts.read(this.run, position, limit,
				(margin != null) ? String.valueOf(PendingMessageSource.seconds(margin) * units) : "", units);
		checkLock(reply.size() % 2 == 0);
		List<PendingMember> members = new ArrayList<>();
		for (int i = 0; i < reply.size(); i += 2) {
			members.add(new PendingMember(reply.get(i), new String(reply.get(i + 1), StandardCharsets.US_ASCII)));
		}
		return members;
	}

	/**
	 * Remove messages that have been scheduled, but for those that others have removed or
	 * put off meanwhile.
	 * @param messages the messages
	 * @return those that were not there any more as they had been read
	 */
	List<ImportedMessage> remove(List<ImportedMessage> messages) {
		List<ImportedMessage> changed = new ArrayList<>();
		List<PendingMember> unchanged = new ArrayList<>();
		// Asked apart: the reply of a removal that a driver sends again tells nothing.
		List<byte[]> reply = this.scripts.check(this.run, messages.stream().map(ImportedMessage::member).toList());
		checkLock(reply.size() == messages.size() && (reply.isEmpty() || reply.get(0).length > 0));
		for (int i = 0; i < reply.size(); i++) {
			if (reply.get(i)[0] == '1') {
				unchanged.add(messages.get(i).member());
			}
			else {
				changed.add(messages.get(i));
			}
		}
		for (int i = 0; i < unchanged.size(); i += this.source.removedAtATime()) {
			int end = Math.min(i + this.source.removedAtATime(), unchanged.size());
			checkLock(this.scripts.remove(this.run, unchanged.subList(i, end)));
		}
		return changed;
	}

	private void checkLock(boolean held) {
		if (!held) {
			throw new IllegalStateException(
					"The import of " + this.source + " was held up for more than a minute: run it again");
		}
	}

	@Override
	public void close() {
		if (this.run.isEmpty()) {
			return;
		}
		try {
			this.scripts.end(this.run);
		}
		catch (RuntimeException ex) {
			logger.debug("The lock of the import of " + this.source + " ends by itself", ex);
		}
	}

}
