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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A fault that waits for the next commands of a kind.
 *
 * @since 0.1.0
 */
public final class InjectedFault {

	private final Fault fault;

	private final Predicate<ProxiedCommand> condition;

	private final int times;

	private final AtomicInteger matches = new AtomicInteger();

	private final AtomicInteger hits = new AtomicInteger();

	InjectedFault(Fault fault, int times, Predicate<ProxiedCommand> condition) {
		this.fault = fault;
		this.times = times;
		this.condition = condition;
	}

	/**
	 * Return how often the fault has happened: with a fault after the command, Redis has
	 * run it by then.
	 * @return the number of commands hit
	 */
	public int hits() {
		return this.hits.get();
	}

	boolean matches(ProxiedCommand command) {
		return this.matches.get() < this.times && this.condition.test(command)
				&& this.matches.incrementAndGet() <= this.times;
	}

	Fault happen() {
		this.hits.incrementAndGet();
		return this.fault;
	}

	Fault fault() {
		return this.fault;
	}

}
