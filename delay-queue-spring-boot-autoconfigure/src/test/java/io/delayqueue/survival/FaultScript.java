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
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Which faults happen when. The same seed gives the same script.
 *
 * @param seed the seed
 * @param steps what happens, in the order of time
 */
record FaultScript(long seed, List<Step> steps) {

	private static final int LONGEST_GAP = 900;

	/**
	 * Make up a script in which all that was broken is mended at the end, and nothing is
	 * broken twice at a time.
	 * @param seed the seed
	 * @param length how long faults begin
	 * @param nodes the number of applications
	 * @param lease the lease that applications use
	 * @return the script
	 */
	static FaultScript of(long seed, Duration length, int nodes, Duration lease) {
		Random random = new Random(seed);
		List<Fault> faults = Arrays.stream(Fault.values())
			.flatMap((fault) -> Collections.nCopies(fault.weight, fault).stream())
			.toList();
		List<Step> steps = new ArrayList<>();
		Map<String, Long> freeAt = new HashMap<>();
		for (long at = 0; at < length.toMillis(); at += 100 + random.nextInt(LONGEST_GAP)) {
			Fault fault = faults.get(random.nextInt(faults.size()));
			int node = random.nextInt(nodes);
			long end = at + fault.duration(random, lease);
			Step step = new Step(at, fault, (fault.target != Target.REDIS) ? node : -1, true);
			if (freeAt.getOrDefault(step.broken(), 0L) <= at) {
				steps.add(step);
				steps.add(new Step(end, fault, step.node(), false));
				freeAt.put(step.broken(), end);
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

		Target target() {
			return this.fault.target;
		}

		String broken() {
			return this.fault.target + " " + this.node;
		}

	}

	/**
	 * What is broken.
	 */
	enum Target {

		PROCESS, NETWORK, REDIS

	}

	/**
	 * What may go wrong.
	 */
	enum Fault {

		/**
		 * SIGKILL, and a new start.
		 */
		KILL_NODE(Target.PROCESS, 1),

		/**
		 * SIGSTOP until the lease is over, and SIGCONT.
		 */
		PAUSE_NODE(Target.PROCESS, 3),

		/**
		 * SIGTERM, and a new start.
		 */
		TERMINATE_NODE(Target.PROCESS, 1),

		/**
		 * All connections of an application are reset.
		 */
		CUT_CONNECTIONS(Target.NETWORK, 1),

		/**
		 * Redis runs scripts, and the connection is reset instead of a reply.
		 */
		LOSE_REPLIES(Target.NETWORK, 2),

		/**
		 * The network of an application holds everything back, perhaps until the lease is
		 * over, and delivers it late.
		 */
		HOLD_NETWORK(Target.NETWORK, 3),

		/**
		 * SCRIPT FLUSH.
		 */
		FLUSH_SCRIPTS(Target.REDIS, 1),

		/**
		 * CLIENT KILL of all connections.
		 */
		KILL_CLIENTS(Target.REDIS, 1),

		/**
		 * CLIENT KILL of the subscriptions.
		 */
		KILL_SUBSCRIPTIONS(Target.REDIS, 1),

		/**
		 * SIGKILL for Redis, and a new start.
		 */
		KILL_REDIS(Target.REDIS, 1);

		private final Target target;

		private final int weight;

		Fault(Target target, int weight) {
			this.target = target;
			this.weight = weight;
		}

		private long duration(Random random, Duration lease) {
			return switch (this) {
				case KILL_NODE, TERMINATE_NODE, KILL_REDIS -> 300 + random.nextInt(1500);
				case PAUSE_NODE -> lease.toMillis() + 300 + random.nextInt(1500);
				case HOLD_NETWORK -> 300 + random.nextInt((int) lease.toMillis() * 2);
				case LOSE_REPLIES -> 500;
				default -> 0;
			};
		}

	}

}
