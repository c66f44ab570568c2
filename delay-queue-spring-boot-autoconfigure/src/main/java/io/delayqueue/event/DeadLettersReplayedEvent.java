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

package io.delayqueue.event;

/**
 * Dead letters of a queue were let be handled again, or some of them if that was
 * cancelled.
 *
 * @param queue the queue
 * @param targetQueue the queue that has them now, which may be the same
 * @param replayed how many
 * @param skipped how many were left since their id is taken in the other queue
 * @since 0.1.0
 */
public record DeadLettersReplayedEvent(String queue, String targetQueue, long replayed,
		long skipped) implements OperatorEvent {

}
