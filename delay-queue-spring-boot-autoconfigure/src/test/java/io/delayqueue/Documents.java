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

package io.delayqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The documents of the project.
 */
final class Documents {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private Documents() {
	}

	/**
	 * Read a file of the project.
	 * @param file its path from the project's root
	 * @return its text
	 * @throws IOException if it can't be read
	 */
	static String read(String file) throws IOException {
		return Files.readString(ROOT.resolve(file));
	}

}
