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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of consumers through to another store, writes them down, and puts faults
 * in their way.
 */
class ScriptedStore extends ForwardingStore {

	private final Map<Operation, ConcurrentLinkedQueue<Fault>> once = new EnumMap<>(Operation.class);

	private final Map<Operation, Fault> always = new EnumMap<>(Operation.class);

	private final List<ClaimRequest> claims = new CopyOnWriteArrayList<>();

	private final List<ClaimReply> claimReplies = new CopyOnWriteArrayList<>();

	private final List<SettleCall> settles = new CopyOnWriteArrayList<>();

	private final List<ExtendRequest> extensions = new CopyOnWriteArrayList<>();

	private final List<String> forgotten = new CopyOnWriteArrayList<>();

	private volatile UnaryOperator<ClaimReply> claimReplyMapper = UnaryOperator.identity();

	private volatile @Nullable HintListener hintListener;

	private volatile boolean muted;

	ScriptedStore(DelayQueueStore delegate) {
		super(delegate);
		for (Operation operation : Operation.values()) {
			this.once.put(operation, new ConcurrentLinkedQueue<>());
		}
	}

	/**
	 * Let the next calls of a kind meet these faults, one each.
	 */
	void next(Operation operation, Fault... faults) {
		this.once.get(operation).addAll(List.of(faults));
	}

	/**
	 * Let all calls of a kind meet a fault from now on.
	 */
	synchronized void always(Operation operation, Fault fault) {
		this.always.put(operation, fault);
	}

	void allAlways(Fault fault) {
		for (Operation operation : Operation.values()) {
			always(operation, fault);
		}
	}

	private synchronized Fault fault(Operation operation) {
		Fault fault = this.once.get(operation).poll();
		return (fault != null) ? fault : this.always.getOrDefault(operation, Fault.NONE);
	}

	/**
	 * Give no more hints but those of {@link #hint(String, Duration)}.
	 */
	void muteHints() {
		this.muted = true;
	}

	void mapClaimReplies(UnaryOperator<ClaimReply> mapper) {
		this.claimReplyMapper = mapper;
	}

	/**
	 * Return how many calls were made.
	 */
	int calls() {
		return this.claims.size() + this.settles.size() + this.extensions.size();
	}

	List<ClaimRequest> claims() {
		return this.claims;
	}

	List<ClaimReply> claimReplies() {
		return this.claimReplies;
	}

	List<SettleCall> settles() {
		return this.settles;
	}

	List<ExtendRequest> extensions() {
		return this.extensions;
	}

	List<String> forgotten() {
		return this.forgotten;
	}

	/**
	 * Return all settlements sent, those of repeated calls once for each time.
	 */
	List<Settlement> settlements() {
		List<Settlement> all = new ArrayList<>();
		this.claims.forEach((claim) -> all.addAll(claim.settlements()));
		this.settles.forEach((call) -> all.addAll(call.settlements()));
		return all;
	}

	boolean isSubscribed() {
		return this.hintListener != null;
	}

	void hint(String queue, Duration untilDue) {
		HintListener listener = this.hintListener;
		if (listener != null) {
			listener.onHint(queue, untilDue);
		}
	}

	void hintsLost() {
		HintListener listener = this.hintListener;
		if (listener != null) {
			listener.onHintsLost();
		}
	}

	@Override
	public ClaimReply claim(ClaimRequest request) {
		this.claims.add(request);
		return fault(Operation.CLAIM).around(() -> {
			ClaimReply reply = this.claimReplyMapper.apply(super.claim(request));
			this.claimReplies.add(reply);
			return reply;
		});
	}

	@Override
	public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		this.settles.add(new SettleCall(call, settlements));
		return fault(Operation.SETTLE).around(() -> super.settle(call, settlements));
	}

	@Override
	public List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		this.extensions.add(request);
		return fault(Operation.EXTEND).around(() -> super.extend(call, request));
	}

	@Override
	public void forget(String queue, String consumer) {
		this.forgotten.add(consumer);
		super.forget(queue, consumer);
	}

	@Override
	public HintSubscription subscribe(HintListener listener) {
		this.hintListener = listener;
		HintSubscription subscription = super.subscribe((queue, untilDue) -> {
			if (!this.muted) {
				listener.onHint(queue, untilDue);
			}
		});
		return () -> {
			this.hintListener = null;
			subscription.close();
		};
	}

	record SettleCall(ConsumerCall call, List<Settlement> settlements) {

		SettleCall {
			settlements = List.copyOf(settlements);
		}

	}

	/**
	 * What happens to a call.
	 */
	interface Fault {

		Fault NONE = new Fault() {
			@Override
			public <T> T around(Supplier<T> call) {
				return call.get();
			}
		};

		<T> T around(Supplier<T> call);

		/**
		 * It is not sent.
		 */
		static Fault refused(Supplier<? extends Throwable> failure) {
			return new Fault() {
				@Override
				public <T> T around(Supplier<T> call) {
					throw sneaky(failure.get());
				}
			};
		}

		/**
		 * It is carried out, but the reply is lost.
		 */
		static Fault replyLost(Supplier<? extends Throwable> failure) {
			return new Fault() {
				@Override
				public <T> T around(Supplier<T> call) {
					call.get();
					throw sneaky(failure.get());
				}
			};
		}

		/**
		 * Something else happens while it is under way.
		 */
		static Fault meanwhile(Runnable action) {
			return new Fault() {
				@Override
				public <T> T around(Supplier<T> call) {
					T result = call.get();
					action.run();
					return result;
				}
			};
		}

		@SuppressWarnings("unchecked")
		private static <E extends Throwable> RuntimeException sneaky(Throwable failure) throws E {
			throw (E) failure;
		}

	}

}
