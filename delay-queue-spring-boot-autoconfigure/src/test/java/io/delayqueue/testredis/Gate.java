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

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets threads pass while it is open.
 */
final class Gate {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition opened = this.lock.newCondition();

	private boolean open = true;

	void open() {
		this.lock.lock();
		try {
			this.open = true;
			this.opened.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	void shut() {
		this.lock.lock();
		try {
			this.open = false;
		}
		finally {
			this.lock.unlock();
		}
	}

	void pass() {
		this.lock.lock();
		try {
			while (!this.open) {
				this.opened.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
