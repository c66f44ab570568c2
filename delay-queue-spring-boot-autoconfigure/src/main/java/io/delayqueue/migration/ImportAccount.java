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
 * Counts what becomes of messages.
 */
final class ImportAccount {

	private long found;

	private long moved;

	private long repeated;

	private long taken;

	private long changed;

	private long skipped;

	private long failed;

	private @Nullable Exception firstFailure;

	void found() {
		this.found++;
	}

	void moved() {
		this.moved++;
	}

	void repeated() {
		this.repeated++;
	}

	void taken() {
		this.taken++;
	}

	void changed() {
		this.changed++;
	}

	void skipped() {
		this.skipped++;
	}

	void failed(Exception failure) {
		this.failed++;
		if (this.firstFailure == null) {
			this.firstFailure = failure;
		}
	}

	ImportReport report() {
		return new ImportReport(this.found, this.moved, this.repeated, this.taken, this.changed, this.skipped,
				this.failed, this.firstFailure);
	}

}
