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
import java.util.Map;

import io.delayqueue.core.DueHistogram;
import io.delayqueue.core.QueueStatistics;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One queue.
 *
 * @param statistics how many messages it holds
 * @param dueHistogram when those that wait are due
 * @param listeners the listeners of this application that consume it, by their ids
 * @param operations what this application does to many of its messages in the background,
 * or has done lately
 * @since 0.1.0
 */
public record QueueDescriptor(QueueStatistics statistics, DueHistogram dueHistogram,
		Map<String, ListenerDescriptor> listeners,
		List<OperationDescriptor> operations) implements OperationResponseBody {

}
