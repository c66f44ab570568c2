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

package io.delayqueue.survival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.delayqueue.survival.JournalEntry.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is noted can be read while more is noted.
 */
class JournalTests {

	@TempDir
	private Path folder;

	@Test
	void isReadWhileItGrows() {
		Path file = this.folder.resolve("journal");
		JournalReader reader = new JournalReader(file);
		assertThat(reader.read()).isEmpty();
		JournalEntry first = JournalEntry.now(Kind.CLAIMED, "a", 1, 2, 3, 4);
		JournalEntry second = JournalEntry.now(Kind.STARTED, "b", 5, 6, 7, 8);
		try (Journal journal = new Journal(file)) {
			journal.note(first);
			assertThat(reader.read()).containsExactly(first);
			journal.note(second);
			assertThat(reader.read()).containsExactly(first, second);
		}
	}

	@Test
	void leavesALineThatIsNotComplete() throws IOException {
		Path file = this.folder.resolve("journal");
		JournalReader reader = new JournalReader(file);
		JournalEntry entry = JournalEntry.now(Kind.COMPLETED, "a", 1, 2, 3, 4);
		String line = entry.toLine();
		Files.writeString(file, line.substring(0, 10));
		assertThat(reader.read()).isEmpty();
		Files.writeString(file, line.substring(10), StandardOpenOption.APPEND);
		assertThat(reader.read()).containsExactly(entry);
	}

}
