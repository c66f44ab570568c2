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

import io.delayqueue.core.DelayMessage;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a message that is pending in another queue the one that takes its place.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PendingMessageMapper {

	/**
	 * Make the message that takes the place of one.
	 * @param message the pending message
	 * @return what {@link PendingMessage#to(String, Object)} or
	 * {@link PendingMessage#to(String, String, Object)} began, or {@code null} if the
	 * message is to stay where it is
	 * @throws Exception if the message can't be read; then it stays where it is, and
	 * counts as failed
	 */
	@Nullable DelayMessage<?> map(PendingMessage message) throws Exception;

}
