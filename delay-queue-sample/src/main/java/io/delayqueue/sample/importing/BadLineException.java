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

/**
 * Thrown when a line can't be taken. Has no stack trace: a file may be full of them.
 */
class BadLineException extends Exception {

	private static final long serialVersionUID = 1L;

	private final transient BadLine line;

	BadLineException(BadLine line) {
		super(line.reason(), null, false, false);
		this.line = line;
	}

	BadLine getLine() {
		return this.line;
	}

}
