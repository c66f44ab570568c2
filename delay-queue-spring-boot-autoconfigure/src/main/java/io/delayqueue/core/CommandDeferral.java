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

/**
 * Decides whether the commands of a {@link DelayQueueTemplate} are carried out at once or
 * later, and in the latter case takes care of them.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CommandDeferral {

	/**
	 * Take over commands, all or none of them, to be carried out later in their order.
	 * @param commands the commands of one call
	 * @return whether they were taken over; if not, they are to be carried out at once
	 */
	boolean defer(List<? extends QueueCommand> commands);

}
