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

package io.delayqueue.core;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of the messages in one state.
 *
 * @param messages the messages, in the order of their time in that state
 * @param next the cursor of the next page, or {@code null} if nothing followed when this
 * one was listed
 * @since 0.1.0
 */
public record MessagePage(List<MessageView> messages, @Nullable String next) {

	public MessagePage {
		messages = List.copyOf(messages);
	}

}
