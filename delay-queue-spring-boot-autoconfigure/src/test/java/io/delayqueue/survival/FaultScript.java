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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Which faults happen when. The same seed gives the same script.
 *
 * @param seed the seed
 * @param steps what happens, in the order of time
 */
record FaultScript(long seed, List<Step> steps) {

	private static final int LONGEST_GAP = 1500;

	/**
	 * Make up a script in which all that was broken is mended at the end.
	 * @param seed the seed
	 * @param length how long faults begin
	 * @param nodes the number of applications
	 * @param lease the lease that applications use
	 * @return the script
	 */
	static FaultScript of(long seed, Duration length, int nodes, Duration lease) {
		Random random = new Random(seed);
		List<Step> steps = new ArrayList<>();
		long[] nodesFreeAt = new long[nodes];
		long redisFreeAt = 0;
		for (long at = 0; at < length.toMillis(); at += 200 + random.nextInt(LONGEST_GAP)) {
			Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
			int node = random.nextInt(nodes);
			long end = at + switch (fault) {
				case KILL_NODE, TERMINATE_NODE -> 300 + random.nextInt(1500);
				case PAUSE_NODE -> lease.toMillis() + 500 + random.nextInt(2000);
				case HOLD_NETWORK, KILL_REDIS -> 300 + random.nextInt(2500);
				default -> 0;
			};
			if (fault.isOfNode() && nodesFreeAt[node] <= at) {
				steps.add(new Step(at, fault, node, true));
				steps.add(new Step(end, fault, node, false));
				nodesFreeAt[node] = end;
			}
			else if (!fault.isOfNode() && redisFreeAt <= at) {
				steps.add(new Step(at, fault, -1, true));
				steps.add(new Step(end, fault, -1, false));
				redisFreeAt = end;
			}
		}
		steps.sort(Comparator.comparingLong(Step::millis));
		return new FaultScript(seed, List.copyOf(steps));
	}

	/**
	 * A fault begins or ends.
	 *
	 * @param millis when, from the beginning
	 * @param fault the fault
	 * @param node which application, or -1
	 * @param begins whether it begins or ends
	 */
	record Step(long millis, Fault fault, int node, boolean begins) {

	}

	/**
	 * What may go wrong.
	 */
	enum Fault {

		/**
		 * SIGKILL, and a new start.
		 */
		KILL_NODE,

		/**
		 * SIGSTOP until the lease is over, and SIGCONT.
		 */
		PAUSE_NODE,

		/**
		 * SIGTERM, and a new start.
		 */
		TERMINATE_NODE,

		/**
		 * All connections are reset.
		 */
		CUT_CONNECTIONS,

		/**
		 * Redis runs scripts, and the connection is reset instead of a reply.
		 */
		LOSE_REPLIES,

		/**
		 * The network holds everything back, and delivers it late.
		 */
		HOLD_NETWORK,

		/**
		 * SCRIPT FLUSH.
		 */
		FLUSH_SCRIPTS,

		/**
		 * CLIENT KILL of all connections.
		 */
		KILL_CLIENTS,

		/**
		 * CLIENT KILL of the subscriptions.
		 */
		KILL_SUBSCRIPTIONS,

		/**
		 * SIGKILL for Redis, and a new start.
		 */
		KILL_REDIS;

		boolean isOfNode() {
			return this == KILL_NODE || this == PAUSE_NODE || this == TERMINATE_NODE;
		}

	}

}
