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

package io.delayqueue.actuate;

import java.util.List;

import io.delayqueue.core.MessagePage;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A part of the messages in one state.
 *
 * @param messages the messages
 * @param next the cursor of the next part; {@code null} if this is the last
 * @since 0.1.0
 */
public record MessagesDescriptor(List<MessageDescriptor> messages,
		@Nullable String next) implements OperationResponseBody {

	static MessagesDescriptor of(MessagePage page, boolean shown) {
		return new MessagesDescriptor(
				page.messages().stream().map((message) -> MessageDescriptor.of(message, shown, false)).toList(),
				page.next());
	}

}
