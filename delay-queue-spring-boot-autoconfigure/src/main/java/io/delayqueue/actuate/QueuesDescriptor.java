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

import java.util.Map;

import io.delayqueue.core.QueueStatistics;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The queues of the store, or a part of them.
 *
 * @param queues how many messages each holds, by its name; {@code null} for one that
 * can't be counted, of which the log says why
 * @param next the cursor of the next part; {@code null} if this is the last
 * @since 0.1.0
 */
public record QueuesDescriptor(Map<String, @Nullable QueueStatistics> queues,
		@Nullable String next) implements OperationResponseBody {

}
