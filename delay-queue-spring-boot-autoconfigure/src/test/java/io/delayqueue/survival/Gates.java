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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets handlers of another process wait until they are released: a file each.
 *
 * @param folder where the files are
 * @param node the name of the application
 */
record Gates(Path folder, String node) {

	boolean isOpen(String id) {
		return Files.exists(file(id));
	}

	void open(String id) {
		try {
			Files.createFile(file(id));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path file(String id) {
		return this.folder.resolve(this.node + "." + id + ".open");
	}

}
