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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The deliveries that have not ended.
 */
final class InFlight {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition empty = this.lock.newCondition();

	private final Condition handled = this.lock.newCondition();

	private final Set<ClaimedDelivery> deliveries = new LinkedHashSet<>();

	void add(ClaimedDelivery delivery) {
		this.lock.lock();
		try {
			this.deliveries.add(delivery);
		}
		finally {
			this.lock.unlock();
		}
	}

	void remove(ClaimedDelivery delivery) {
		this.lock.lock();
		try {
			this.deliveries.remove(delivery);
			if (this.deliveries.isEmpty()) {
				this.empty.signalAll();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	List<ClaimedDelivery> list() {
		this.lock.lock();
		try {
			return List.copyOf(this.deliveries);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that the handling of one is over, though it may not be settled.
	 */
	void handled() {
		this.lock.lock();
		try {
			this.handled.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until the handling of some is over.
	 * @param awaited those to wait for, which may have left meanwhile
	 * @param nanos how long to wait at most
	 * @return those that still are
	 * @throws InterruptedException if interrupted while waiting
	 */
	List<ClaimedDelivery> awaitHandled(List<ClaimedDelivery> awaited, long nanos) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			long left = nanos;
			List<ClaimedDelivery> handled = handledNow(awaited);
			while (!handled.isEmpty() && left > 0) {
				left = this.handled.awaitNanos(left);
				handled = handledNow(awaited);
			}
			return handled;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static List<ClaimedDelivery> handledNow(List<ClaimedDelivery> awaited) {
		return awaited.stream().filter(ClaimedDelivery::isHandled).toList();
	}

	/**
	 * Wait until there are none.
	 * @param nanos how long to wait at most
	 * @return whether there are none
	 * @throws InterruptedException if interrupted while waiting
	 */
	boolean awaitEmpty(long nanos) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			long deadline = System.nanoTime() + nanos;
			while (!this.deliveries.isEmpty()) {
				if (!this.empty.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					return this.deliveries.isEmpty();
				}
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

}
