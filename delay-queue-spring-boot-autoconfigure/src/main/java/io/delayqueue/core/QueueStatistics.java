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

import java.time.Duration;

/**
 * How many messages a queue held at one moment.
 *
 * @param waiting those that are not yet due
 * @param due those that are due and not yet handed out
 * @param leased those in flight
 * @param dead the dead letters
 * @param oldestOverdueAge how long the earliest of the due ones has been due; zero if
 * none is
 * @param paused whether the queue is paused
 * @since 0.1.0
 */
public record QueueStatistics(long waiting, long due, long leased, long dead, Duration oldestOverdueAge,
		boolean paused) {

}
