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

package io.delayqueue.survival;

import java.time.Duration;

/**
 * What became of the messages, in the words of Jepsen's checkers of queues.
 *
 * @param attempted messages that somebody tried to schedule
 * @param acknowledged those of which {@code schedule} said that they were
 * @param lost acknowledged ones that were never handled to the end
 * @param recovered those whose outcome was unknown and that were handled
 * @param unexpected those handed out that nobody had scheduled
 * @param duplicated those handled more than once
 * @param early deliveries begun before they were due
 * @param staleAccepted settlements that took effect after the lease was another's
 * @param staleRefused settlements and renewals that were refused as too late
 * @param worstLateness from due to begun, of acknowledged ones
 * @param worstRecovery from the moment that a consumer was killed, paused or told to end
 * until what it was handling was begun anew or ended
 */
record FaultReport(long attempted, long acknowledged, long lost, long recovered, long unexpected, long duplicated,
		long early, long staleAccepted, long staleRefused, Duration worstLateness, Duration worstRecovery) {

	@Override
	public String toString() {
		return """
				attempted                   %,10d
				acknowledged                %,10d
				lost                        %,10d
				recovered                   %,10d
				unexpected                  %,10d
				duplicated                  %,10d
				early                       %,10d
				stale settlements accepted  %,10d
				stale settlements refused   %,10d
				worst lateness              %,10d ms
				worst recovery              %,10d ms
				""".formatted(this.attempted, this.acknowledged, this.lost, this.recovered, this.unexpected,
				this.duplicated, this.early, this.staleAccepted, this.staleRefused, this.worstLateness.toMillis(),
				this.worstRecovery.toMillis());
	}

}
