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

package io.delayqueue.listener;

import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs exceptions that may be broken in such a way that no log can print them.
 */
final class ThrowableLog {

	private static final Log logger = LogFactory.getLog(DefaultDelayListenerContainer.class);

	private ThrowableLog() {
	}

	static void log(Throwable cause, Consumer<Throwable> logging) {
		try {
			logging.accept(cause);
		}
		catch (Throwable ex) {
			logger.warn("An exception that can't be printed: " + cause.getClass().getName());
		}
	}

}
