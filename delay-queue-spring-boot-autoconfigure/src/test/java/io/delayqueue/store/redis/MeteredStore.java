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

package io.delayqueue.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.testredis.RedisServer;

/**
 * Measures how much of the processor's time each call of an operator takes in Redis. That
 * is what a call costs whatever else the machine has to do meanwhile.
 */
final class MeteredStore extends ForwardingStore {

	private final RedisServer redis;

	private final List<Double> millis = new ArrayList<>();

	MeteredStore(DelayQueueStore delegate, RedisServer redis) {
		super(delegate);
		this.redis = redis;
	}

	private <T> T metered(Supplier<T> call) {
		double before = this.redis.processorSeconds();
		T result = call.get();
		this.millis.add((this.redis.processorSeconds() - before) * 1000);
		return result;
	}

	void reset() {
		this.millis.clear();
	}

	int calls() {
		return this.millis.size();
	}

	double mean() {
		return this.millis.stream().mapToDouble(Double::doubleValue).average().orElse(0);
	}

	double longest() {
		return this.millis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
	}

	@Override
	public boolean deliverNow(String queue, String id) {
		return metered(() -> super.deliverNow(queue, id));
	}

	@Override
	public List<MessageSnapshot> browse(BrowseRequest request) {
		return metered(() -> super.browse(request));
	}

	@Override
	public PurgeReply purge(PurgeRequest request) {
		return metered(() -> super.purge(request));
	}

	@Override
	public List<Long> countDue(String queue, List<Duration> bounds) {
		return metered(() -> super.countDue(queue, bounds));
	}

}
