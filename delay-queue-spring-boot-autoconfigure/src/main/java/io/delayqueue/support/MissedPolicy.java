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

package io.delayqueue.support;

/**
 * What becomes of occurrences of a recurring message that could not be handed out in
 * time, since no application ran, the queue was paused, or an earlier occurrence was
 * still being handled.
 *
 * @since 0.1.0
 */
public enum MissedPolicy {

	/**
	 * Hand out one of them, however late and however many there were, and then go on with
	 * the next one to come. The default.
	 */
	FIRE_ONCE,

	/**
	 * Hand out none that is later than the tolerance, at least one second, and go on with
	 * the next one to come.
	 */
	SKIP

}
