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

package io.delayqueue.testredis;

/**
 * What a {@link TcpProxy} can do to a command. Each ends the connection that the command
 * came on: a client cannot tell replies apart once one is missing.
 *
 * @since 0.1.0
 */
public enum Fault {

	/**
	 * The command does not reach Redis, and the connection is reset.
	 */
	CUT_BEFORE,

	/**
	 * The command does not reach Redis, and nothing comes back any more.
	 */
	HANG_BEFORE,

	/**
	 * Redis has run the command, and the connection is reset instead of a reply.
	 */
	CUT_AFTER,

	/**
	 * Redis has run the command, and nothing comes back any more.
	 */
	HANG_AFTER;

	boolean isBefore() {
		return this == CUT_BEFORE || this == HANG_BEFORE;
	}

	boolean isCut() {
		return this == CUT_BEFORE || this == CUT_AFTER;
	}

}
