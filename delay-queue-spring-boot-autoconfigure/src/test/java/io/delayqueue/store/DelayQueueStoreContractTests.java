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

package io.delayqueue.store;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * The contract of {@link DelayQueueStore}, to be passed by every store. Nothing in it
 * waits for a clock.
 */
@Tag("compat")
public abstract class DelayQueueStoreContractTests
		implements ScheduleContract, DueTimeContract, ClaimContract, RepeatedClaimContract, RescheduleContract,
		DeliverNowContract, EndedLeaseContract, ExtendContract, SettleContract, TimeToLiveContract, DeadLetterContract,
		DeadLetterConsumerContract, HoldingBackContract, PriorityContract, RecurrenceContract, DeduplicationContract,
		BrowseContract, PurgeContract, CountDueContract, LookupContract, ContentContract, HintContract {

	private StoreHarness harness;

	private StoreDriver driver;

	/**
	 * Create what a test needs of the store.
	 * @return the harness of an empty store, closed after the test
	 * @throws Exception if there is none
	 */
	protected abstract StoreHarness createHarness() throws Exception;

	@BeforeEach
	void openHarness() throws Exception {
		this.harness = createHarness();
		this.driver = new StoreDriver(this.harness);
	}

	@AfterEach
	void closeHarness() {
		if (this.harness != null) {
			this.harness.close();
		}
	}

	@Override
	public final StoreDriver driver() {
		return this.driver;
	}

}
