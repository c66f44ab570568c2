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

/**
 * Who settles a message, and when.
 *
 * @since 0.1.0
 */
public enum AckMode {

	/**
	 * The container settles it by how the handling ends: a normal end acknowledges it, an
	 * exception lets it be retried or sends it to the dead letters. A handler that uses
	 * its {@link Acknowledgment} decides instead.
	 */
	AUTO,

	/**
	 * The application settles it by its {@link Acknowledgment}, in the handler or later
	 * and on any thread. Until then it stays in flight: its lease is renewed and it
	 * counts as one of those that are handled at a time, without any limit in time. An
	 * exception of the handler is dealt with as in {@link #AUTO}.
	 */
	MANUAL,

	/**
	 * At most once: the message is acknowledged, and the store has said so, before the
	 * handler begins. What goes wrong from then on, an exception or the end of the
	 * process, loses it; of an exception the log and a
	 * {@link io.delayqueue.event.MessageDroppedEvent} tell.
	 */
	NONE

}
