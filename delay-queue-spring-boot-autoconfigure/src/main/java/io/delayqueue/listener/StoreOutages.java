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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The present outage of a store as all its consumers see it, so that an application tells
 * of each outage once and not once per listener and queue. An outage lasts from the first
 * failure of a consumer until the last one works again. May be shared by any number of
 * containers and used by any thread.
 *
 * @since 0.1.0
 */
public final class StoreOutages {

	private final Ticker ticker;

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<Object> affected = Collections.newSetFromMap(new IdentityHashMap<>());

	private boolean told;

	private long lastEnd = -1;

	public StoreOutages() {
		this(Ticker.system());
	}

	StoreOutages(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Note that a consumer is affected.
	 * @param consumer the consumer
	 * @param tried how long it has tried before it failed: a try from before the end of
	 * the last outage belongs to that one
	 * @return whether that is an outage of which nobody has told yet
	 */
	boolean isNews(Object consumer, Duration tried) {
		this.lock.lock();
		try {
			this.affected.add(consumer);
			boolean news = !this.told && this.ticker.read() - TimeUnit.NANOSECONDS.convert(tried) > this.lastEnd;
			this.told |= news;
			return news;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note that a consumer is affected no more.
	 * @param consumer the consumer
	 * @return whether an outage of which somebody has told is over for all
	 */
	boolean ends(Object consumer) {
		this.lock.lock();
		try {
			if (!this.affected.remove(consumer) || !this.affected.isEmpty()) {
				return false;
			}
			boolean news = this.told;
			this.told = false;
			this.lastEnd = this.ticker.read();
			return news;
		}
		finally {
			this.lock.unlock();
		}
	}

}
