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

package io.delayqueue.store.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;

/**
 * Steps of a consumer. {@code caller} is its index.
 */
interface ConsumerStep extends Step {

	/**
	 * Claim.
	 *
	 * @param caller the consumer
	 * @param max how many messages at most
	 * @param lease the lease
	 * @param policy what becomes of ended leases
	 * @param deadLetters what is kept
	 * @param limits what the queue is limited to
	 * @param settlements what rides along
	 * @param fate what becomes of the call
	 */
	record Claim(int caller, int max, Duration lease, RetryPolicy policy, DeadLetterPolicy deadLetters,
			QueueLimits limits, List<Settling> settlements, CallFate fate) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.claim(this.caller, (call) -> new ClaimRequest(call, this.max, this.lease, this.policy,
					run.settlements(this.settlements), this.deadLetters, this.limits), this.fate);
		}

		@Override
		public List<Step> simpler() {
			List<Step> steps = new ArrayList<>();
			if (this.fate != CallFate.ANSWERED) {
				steps.add(with(this.max, this.deadLetters, this.settlements, CallFate.ANSWERED));
			}
			if (this.max > 1) {
				steps.add(with(1, this.deadLetters, this.settlements, this.fate));
			}
			if (!this.limits.equals(QueueLimits.NONE)) {
				steps.add(new Claim(this.caller, this.max, this.lease, this.policy, this.deadLetters, QueueLimits.NONE,
						this.settlements, this.fate));
			}
			if (!this.deadLetters.equals(DeadLetterPolicy.KEEP_ALL)) {
				steps.add(with(this.max, DeadLetterPolicy.KEEP_ALL, this.settlements, this.fate));
			}
			Step.simpler(this.settlements, Settling::simpler)
				.forEach((fewer) -> steps.add(with(this.max, this.deadLetters, fewer, this.fate)));
			return steps;
		}

		private Claim with(int max, DeadLetterPolicy deadLetters, List<Settling> settlements, CallFate fate) {
			return new Claim(this.caller, max, this.lease, this.policy, deadLetters, this.limits, settlements, fate);
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " claims up to " + this.max + " for " + this.lease + ", max-retries "
					+ this.policy.maxRetries() + " with pauses " + this.policy.pauses()
					+ (this.deadLetters.equals(DeadLetterPolicy.KEEP_ALL) ? "" : ", " + this.deadLetters)
					+ (this.limits.equals(QueueLimits.NONE) ? "" : ", " + this.limits)
					+ (this.settlements.isEmpty() ? "" : ", and " + this.settlements) + this.fate;
		}

	}

	/**
	 * Send a claim again. If it is the consumer's last one, the consumer hears the reply,
	 * unless that is lost too; an earlier one is a copy that comes late.
	 *
	 * @param caller the consumer
	 * @param back how many claims before its last one
	 * @param lost whether the reply is lost
	 */
	record ClaimAgain(int caller, int back, boolean lost) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.claimAgain(this.caller, this.back, this.lost);
		}

		@Override
		public List<Step> simpler() {
			return this.lost ? List.of(new ClaimAgain(this.caller, this.back, false)) : List.of();
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " repeats its claim " + this.back + " before the last"
					+ (this.lost ? CallFate.LOST : CallFate.ANSWERED);
		}

	}

	/**
	 * Settle.
	 *
	 * @param caller the consumer
	 * @param settlements what to settle
	 * @param fate what becomes of the call
	 */
	record Settle(int caller, List<Settling> settlements, CallFate fate) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.settle(this.caller, run.settlements(this.settlements), this.fate);
		}

		@Override
		public List<Step> simpler() {
			return Step.simpler(this.settlements, Settling::simpler)
				.map((fewer) -> (Step) new Settle(this.caller, fewer, this.fate))
				.toList();
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " settles " + this.settlements + this.fate;
		}

	}

	/**
	 * Send a settle call again.
	 *
	 * @param caller the consumer
	 * @param back how many settle calls before its last one
	 */
	record SettleAgain(int caller, int back) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.settleAgain(this.caller, this.back);
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " repeats its settle call " + this.back + " before the last";
		}

	}

	/**
	 * Extend leases.
	 *
	 * @param caller the consumer
	 * @param deliveries whose leases
	 * @param lease until when from now
	 * @param fate what becomes of the call
	 */
	record Extend(int caller, List<Settling.Delivery> deliveries, Duration lease,
			CallFate fate) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.extend(this.caller, new ExtendRequest(run.leases(this.deliveries), this.lease), this.fate);
		}

		@Override
		public List<Step> simpler() {
			return Step.simpler(this.deliveries, Settling.Delivery::simpler)
				.map((fewer) -> (Step) new Extend(this.caller, fewer, this.lease, this.fate))
				.toList();
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " extends by " + this.lease + ' ' + this.deliveries + this.fate;
		}

	}

	/**
	 * Send an extend call again.
	 *
	 * @param caller the consumer
	 * @param back how many extend calls before its last one
	 */
	record ExtendAgain(int caller, int back) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.extendAgain(this.caller, this.back);
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + " repeats its extend call " + this.back + " before the last";
		}

	}

	/**
	 * Forget a consumer. Another takes its place; copies of the calls that it made may
	 * still come.
	 *
	 * @param caller the consumer
	 */
	record Forget(int caller) implements ConsumerStep {

		@Override
		public void take(ModelRun run) {
			run.forget(this.caller);
		}

		@Override
		public String toString() {
			return "forget " + Caller.label(this.caller);
		}

	}

	/**
	 * What becomes of a call when it is first made.
	 */
	enum CallFate {

		/**
		 * It is carried out and the caller hears the reply.
		 */
		ANSWERED(""),

		/**
		 * It is carried out and the caller hears nothing.
		 */
		LOST("; the reply is lost"),

		/**
		 * It is on its way; it may arrive as a repeat of a later step, or never.
		 */
		DELAYED("; the call is delayed");

		private final String description;

		CallFate(String description) {
			this.description = description;
		}

		@Override
		public String toString() {
			return this.description;
		}

	}

}
