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

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.Source;

/**
 * What the parts of one consumer share.
 *
 * @param queue the queue
 * @param source what is consumed of it
 * @param settings how it is consumed
 * @param batchSize how many messages are handled in one call at most
 * @param store the store
 * @param ticker tells the time
 * @param report told what happens
 * @param stop how far the stop has come
 * @param wakeUp where the poller sleeps
 * @param permits how many more may be claimed
 * @param buffer the settlements to be written
 * @param inFlight the deliveries that have not ended
 * @param leases the leases to be renewed
 * @param extensions the leases that are to last longer
 * @param calls makes calls
 * @param health which operations fail
 * @param observer makes handlings seen from outside
 */
record ConsumerContext(String queue, Source source, ListenerSettings settings, int batchSize, DelayQueueStore store,
		Ticker ticker, ConsumerReport report, StopState stop, WakeUp wakeUp, Permits permits, SettlementBuffer buffer,
		InFlight inFlight, LeaseKeeper leases, LeaseExtensions extensions, ConsumerCalls calls, PollHealth health,
		HandlingObserver observer) {

	static ConsumerContext create(String listenerId, String queue, Source source, ListenerSettings settings,
			int batchSize, DelayQueueStore store, Ticker ticker, WakeUp wakeUp, ConsumerReport report,
			PollReport pollReport, HandlingObserver observer) {
		StopState stop = new StopState(ticker);
		return new ConsumerContext(queue, source, settings, batchSize, store, ticker, report, stop, wakeUp,
				new Permits(settings.concurrency()), new SettlementBuffer(ticker), new InFlight(),
				new LeaseKeeper(settings.lease()), new LeaseExtensions(settings.lease(), wakeUp),
				new ConsumerCalls(listenerId, queue, source, ticker), new PollHealth(ticker, stop, pollReport),
				observer);
	}

	/**
	 * Return whether handlers are interrupted that have lost their lease.
	 * @return whether they are
	 */
	boolean interruptsOnLeaseLost() {
		return this.settings.handling().interruptOnLeaseLost();
	}

}
