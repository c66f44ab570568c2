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

import java.time.Duration;

import io.delayqueue.MessageState;

/**
 * The situations in which an operation may find the id {@link StoreDriver#ID}.
 */
enum Situation {

	/**
	 * Never used.
	 */
	ABSENT(null) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			return new ClaimedMessage(StoreDriver.ID, 1, driver.now(), Duration.ZERO, 1, 0, null, null);
		}

	},

	/**
	 * Due in an hour, after a delivery that was settled with a retry.
	 */
	WAITING(MessageState.WAITING) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			first(driver).settle(StoreDriver.retry(delivery, Duration.ofHours(1)));
			return delivery;
		}

	},

	/**
	 * Due, after a delivery that was released.
	 */
	DUE(MessageState.WAITING) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			first(driver).settle(StoreDriver.release(delivery));
			return delivery;
		}

	},

	/**
	 * Handed out to {@link #first(StoreDriver)}.
	 */
	LEASED(MessageState.IN_FLIGHT) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			driver.schedule(StoreDriver.ID, Duration.ofSeconds(3));
			driver.advance(Duration.ofSeconds(5));
			TestConsumer consumer = first(driver);
			ClaimedMessage delivery = consumer.claimOne();
			consumer.confirm();
			return delivery;
		}

	},

	/**
	 * The lease has ended and nobody has taken the message back.
	 */
	LEASE_ENDED(MessageState.IN_FLIGHT) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			driver.advance(StoreDriver.LEASE.plusSeconds(1));
			return delivery;
		}

	},

	/**
	 * The lease has ended and another consumer has claimed the message.
	 */
	TAKEN_BY_ANOTHER(MessageState.IN_FLIGHT) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASE_ENDED.reach(driver);
			driver.consumer("another").claimOne();
			return delivery;
		}

	},

	/**
	 * Among the dead letters.
	 */
	DEAD(MessageState.DEAD) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			first(driver).settle(StoreDriver.deadLetter(delivery));
			return delivery;
		}

	},

	/**
	 * Acknowledged.
	 */
	ACKNOWLEDGED(null) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			first(driver).settle(StoreDriver.acknowledge(delivery));
			return delivery;
		}

	},

	/**
	 * Acknowledged and then scheduled with the same id.
	 */
	SCHEDULED_ANEW(MessageState.WAITING) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = ACKNOWLEDGED.reach(driver);
			driver.schedule(StoreDriver.ID, Duration.ofMinutes(1));
			return delivery;
		}

	},

	/**
	 * Acknowledged, scheduled with the same id, and handed out to the same consumer.
	 */
	LEASED_ANEW(MessageState.IN_FLIGHT) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = SCHEDULED_ANEW.reach(driver);
			driver.advance(Duration.ofMinutes(1));
			first(driver).claimOne();
			return delivery;
		}

	},

	/**
	 * Replaced while it was handed out.
	 */
	REPLACED(MessageState.WAITING) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			driver.schedule(driver.replacing(StoreDriver.ID, Duration.ofMinutes(1)));
			return delivery;
		}

	},

	/**
	 * Cancelled while it was handed out.
	 */
	CANCELLED(null) {

		@Override
		ClaimedMessage reach(StoreDriver driver) {
			ClaimedMessage delivery = LEASED.reach(driver);
			driver.store().cancel(StoreDriver.QUEUE, StoreDriver.ID);
			return delivery;
		}

	};

	private final MessageState state;

	Situation(MessageState state) {
		this.state = state;
	}

	/**
	 * Bring the id into this situation.
	 * @param driver the store's driver
	 * @return what was handed out to {@link #first(StoreDriver)} on the way, or made up
	 * if nothing was
	 */
	abstract ClaimedMessage reach(StoreDriver driver);

	/**
	 * Return the consumer that was handed the message first.
	 * @param driver the store's driver
	 * @return the consumer
	 */
	static TestConsumer first(StoreDriver driver) {
		return driver.consumer("first");
	}

	/**
	 * Return the state that the id is in.
	 * @return the state, or {@code null} if there is no message with that id
	 */
	MessageState state() {
		return this.state;
	}

	/**
	 * Return whether the delivery on the way is the owner still.
	 * @return whether a settlement takes effect
	 */
	boolean isHeldByFirst() {
		return this == LEASED || this == LEASE_ENDED;
	}

}
