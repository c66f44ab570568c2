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

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store serves nobody at present, for example because Redis can't be
 * reached, is loading its data or has no memory left. It is known that nothing was
 * changed; the same operation may work later.
 *
 * @since 0.1.0
 */
public class StoreUnavailableException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	public StoreUnavailableException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
