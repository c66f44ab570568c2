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

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How the poller of one queue gets on with the store, as far as is known within the
 * application: the store is not asked.
 *
 * @param ended whether the poller has ended without having been told to, so that the
 * container must be started anew
 * @param sinceLastSuccess how long ago the store last did what it was asked to;
 * {@code null} if it never has since the start
 * @param troubleFor how long the store has been failing, or has kept the poller waiting
 * for the present reply; zero if all is well
 * @since 0.1.0
 */
public record PollStatus(boolean ended, @Nullable Duration sinceLastSuccess, Duration troubleFor) {

}
