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

import org.jspecify.annotations.Nullable;

/**
 * What an import has done, or of a dry run what it would do as far as can be told.
 *
 * @param found messages that were looked at
 * @param moved messages that were scheduled and removed from the other queue
 * @param repeated messages that an earlier import had scheduled already, or whose id has
 * been handled within its queue's deduplication window, now removed from the other queue
 * @param taken messages that stayed where they were, since another one has their id
 * @param changed messages that others have removed or put off while they were imported,
 * so that they are not scheduled here
 * @param skipped messages that stayed where they were, as the mapper wished
 * @param failed messages that stayed where they were, since they could not be read or are
 * too large
 * @param firstFailure why the first of these failed; {@code null} if none has
 * @since 0.1.0
 */
public record ImportReport(long found, long moved, long repeated, long taken, long changed, long skipped, long failed,
		@Nullable Exception firstFailure) {

	/**
	 * Return whether nothing that was looked at has stayed in the other queue.
	 * @return whether all were moved, now or before
	 */
	public boolean isComplete() {
		return this.moved + this.repeated == this.found;
	}

	/**
	 * Describe the numbers. What an exception says is left out, since it may quote a
	 * message.
	 */
	@Override
	public String toString() {
		return this.found + " found, " + this.moved + " moved, " + this.repeated + " repeated, " + this.taken
				+ " taken, " + this.skipped + " skipped, " + this.failed + " failed"
				+ ((this.firstFailure != null) ? ", the first by " + this.firstFailure.getClass().getName() : "");
	}

}
