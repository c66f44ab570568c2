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

package io.delayqueue.testredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.util.FileSystemUtils;

/**
 * Creates and deletes temporary folders.
 *
 * @since 0.1.0
 */
public final class TemporaryFolders {

	private TemporaryFolders() {
	}

	/**
	 * Create a folder.
	 * @param prefix what its name begins with
	 * @return the folder
	 */
	public static Path create(String prefix) {
		try {
			return Files.createTempDirectory(prefix);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not create a temporary folder", ex);
		}
	}

	static Path createDeletedAtExit(String prefix) {
		Path folder = create(prefix);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "delete-" + folder.getFileName()));
		return folder;
	}

	/**
	 * Delete a folder and all in it.
	 * @param folder the folder
	 */
	public static void delete(Path folder) {
		try {
			FileSystemUtils.deleteRecursively(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not delete '" + folder + "'", ex);
		}
	}

}
