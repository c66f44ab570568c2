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
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.MessageState;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.model.ConsumerStep.CallFate;
import io.delayqueue.store.model.Settling.Delivery;

/**
 * Makes sequences of steps at random, the same for the same seed. Each sequence has its
 * own mix: few or many ids, replies that are seldom or nearly always lost, some kinds of
 * step often and others never; a mix that is the same for all would hardly ever reach the
 * corners. Now and then one has many messages, to be handled in bulk. Times are chosen
 * among few, so that they meet.
 */
class StepGenerator {

	static final int CALLERS = 3;

	/**
	 * How many more take dead letters.
	 */
	static final int MOURNERS = 2;

	/**
	 * Their order as bytes is not that of their characters, and some have what means
	 * something to formats.
	 */
	static final List<String> IDS = Stream
		.concat(Stream.of("a", "b", "B c", "{d}", "é", "\uFF5E", "\uD83D\uDE00"),
				IntStream.range(0, 85).mapToObj("m%02d"::formatted))
		.toList();

	private static final int FEW_IDS = 7;

	private static final int MANY_IDS = 47;

	private static final int MAX_FEW = 3;

	private static final int MIN_STEPS = 20;

	private static final int MAX_STEPS = 40;

	private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

	private static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO,
			Duration.ofMillis(-5), Duration.ofNanos(1000), Duration.ofMillis(500), Duration.ofSeconds(1),
			Duration.ofSeconds(2));

	private static final List<Duration> LEASES = List.of(Duration.ofNanos(1000), Duration.ofMillis(500),
			Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(9));

	private static final List<Duration> TIMES = List.of(Duration.ofNanos(1000), Duration.ofNanos(999_000),
			Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(1),
			Duration.ofSeconds(2), Duration.ofSeconds(9));

	private static final List<Duration> TIMES_BACK = List.of(Duration.ofNanos(-1000), Duration.ofMillis(-500),
			Duration.ofSeconds(-1));

	private final SplittableRandom random;

	// What is held back is chosen apart, so that all else stays as it was.
	private final SplittableRandom holding;

	private final List<Supplier<Step>> kinds = new ArrayList<>();

	private final List<Step> first = new ArrayList<>();

	private final int ids;

	private final int batch;

	private final int callers;

	private final int mourners;

	private final int lossPercent;

	private final int mortalPercent;

	private final boolean alone;

	private final boolean buries;

	private final boolean remembers;

	private final boolean keepsAll;

	private final boolean urgent;

	private final QueueLimits limits;

	private final long maxWaiting;

	StepGenerator(long seed) {
		this.random = new SplittableRandom(seed);
		this.holding = new SplittableRandom(~seed);
		// Nothing disturbs a message that is handed out again and again.
		this.alone = this.random.nextInt(12) == 0;
		boolean many = !this.alone && this.random.nextInt(12) == 0;
		// Only these have more dead letters, and more ended leases, than one claim
		// removes.
		boolean crowd = many && this.random.nextInt(3) == 0;
		this.buries = crowd || (!this.alone && this.random.nextInt(3) == 0);
		this.remembers = this.random.nextInt(3) == 0;
		// What comes late, after several steps that fit together, hardly comes in a wide
		// mix.
		boolean narrow = !this.alone && !crowd && (this.buries || this.remembers) && this.random.nextBoolean();
		int most = crowd ? IDS.size() : MANY_IDS;
		this.ids = many ? most : this.alone ? 1 : 2 + this.random.nextInt(narrow ? MAX_FEW : FEW_IDS - 1);
		this.batch = many ? most : MAX_FEW;
		this.callers = this.alone ? 1 : 1 + this.random.nextInt(CALLERS);
		boolean mourns = this.random.nextInt((this.alone || this.buries) ? 2 : 5) == 0;
		this.mourners = mourns ? 1 + this.random.nextInt(this.alone ? 1 : MOURNERS) : 0;
		this.lossPercent = pick(narrow ? List.of(0, 0, 20) : List.of(0, 0, 20, 50, 95));
		this.mortalPercent = pick(crowd ? List.of(90) : this.buries ? List.of(0, 30, 80) : List.of(0, 0, 30));
		this.keepsAll = !crowd && this.random.nextInt(3) > 0;
		this.urgent = this.holding.nextInt(3) == 0;
		this.limits = limits();
		this.maxWaiting = (this.holding.nextInt(6) == 0) ? 1 + this.holding.nextInt(this.ids) : 0;
		if (this.holding.nextInt(6) == 0) {
			add(1, () -> new ProducerStep.SetPaused(this.holding.nextInt(3) == 0));
		}
		add((this.alone && mourns) ? 0 : 2 + this.random.nextInt(5), this::schedule);
		add((this.alone ? 9 : 2) + this.random.nextInt(4), this::claim);
		add(1 + this.random.nextInt(6), () -> new Step.Advance(pick(TIMES)));
		if (crowd) {
			add(1, this::settle);
			add(1, this::replay);
		}
		else if (narrow) {
			add(3, this::settle);
			add(this.random.nextInt(2), this::claimAgain);
			add(this.random.nextInt(2), () -> new ProducerStep.Reschedule(id(), when()));
		}
		else if (!this.alone) {
			addOthers();
		}
		if (this.buries && !crowd) {
			addUndertaking();
		}
		if (mourns) {
			addMourning();
		}
		// Seldom: little comes of what is removed all the time.
		if (!this.alone && this.random.nextInt(4) == 0) {
			addOperating();
		}
	}

	// Of dead letters there are some from the beginning on.
	private void addMourning() {
		int dead = this.alone ? 1 : 1 + this.random.nextInt(this.batch);
		this.first.add(new ProducerStep.Schedule(
				some(dead, dead, () -> new NewMessage(id(), 0, new When(Duration.ZERO, false), false, null, 0, 0))));
		this.first.add(new Step.Advance(Duration.ofMillis(1)));
		this.first.add(new ConsumerStep.Claim(0, dead, LEASES.get(0), retryPolicy(0), DeadLetterPolicy.KEEP_ALL,
				QueueLimits.NONE, List.of(), CallFate.ANSWERED));
		Settling burial = new Settling(new Delivery(0, 0, true), Settling.Outcome.DEAD_LETTER, Duration.ZERO);
		this.first.add(new ConsumerStep.Settle(0, some(dead, dead, () -> burial), CallFate.ANSWERED));
		if (!this.alone) {
			add(3, this::claim);
			add(2, this::settle);
			add(this.random.nextInt(4), this::extend);
			add(this.random.nextInt(3), this::claimAgain);
			add(this.random.nextInt(2), this::settleAgain);
			add(this.random.nextInt(2), () -> new ProducerStep.Cancel(id()));
		}
	}

	private void addUndertaking() {
		add(2, this::claim);
		add(2, this::settle);
		add(1 + this.random.nextInt(2), this::replay);
		add(this.random.nextInt(2), () -> new DeadLetterStep.ReplayOn(limit()));
		add(this.random.nextInt(3), this::discard);
		add(this.random.nextInt(2), this::browse);
	}

	private void addOthers() {
		add(this.random.nextInt(5), this::claimAgain);
		add(this.random.nextInt(8), this::settle);
		add(this.random.nextInt(3), this::settleAgain);
		add(this.random.nextInt(4), this::extend);
		add(this.random.nextInt(2), this::extendAgain);
		add(this.random.nextInt(3), () -> new ProducerStep.Cancel(id()));
		add(this.random.nextInt(2), () -> new ProducerStep.ScheduleAgain(this.random.nextInt(3)));
		add(this.random.nextInt(2), () -> new ProducerStep.Find(id()));
		add(this.random.nextInt(3), () -> new ProducerStep.Reschedule(id(), when()));
		add(this.random.nextInt(2), () -> new ProducerStep.RescheduleAgain(this.random.nextInt(3)));
		add(this.random.nextInt(2), this::browse);
		add(this.random.nextInt(2), () -> new ProducerStep.BrowseOn(limit()));
		add(this.random.nextInt(4) / 3, () -> new ConsumerStep.Forget(caller()));
		add(this.random.nextInt(8) / 7, () -> new Step.Advance(pick(TIMES_BACK)));
	}

	private QueueLimits limits() {
		return switch (this.holding.nextInt(6)) {
			case 0 -> new QueueLimits(1 + this.holding.nextInt(MAX_FEW), 0, Duration.ofSeconds(1));
			case 1 -> new QueueLimits(0, 1 + this.holding.nextInt(30),
					this.holding.nextBoolean() ? Duration.ofMillis(7) : Duration.ofSeconds(1));
			case 2 -> new QueueLimits(2, 2, Duration.ofSeconds(1));
			default -> QueueLimits.NONE;
		};
	}

	private void add(int weight, Supplier<Step> kind) {
		for (int i = 0; i < weight; i++) {
			this.kinds.add(kind);
		}
	}

	List<Step> generate() {
		List<Step> steps = new ArrayList<>(this.first);
		int size = MIN_STEPS + this.random.nextInt(MAX_STEPS - MIN_STEPS + 1);
		while (steps.size() < size) {
			steps.add(pick(this.kinds).get());
		}
		return steps;
	}

	private Step schedule() {
		return new ProducerStep.Schedule(some(1, this.batch, this::newMessage));
	}

	private NewMessage newMessage() {
		return new NewMessage(id(), this.random.nextInt(3), when(), this.random.nextInt(3) == 0,
				(this.random.nextInt(100) < this.mortalPercent) ? delay() : null,
				(this.urgent && this.holding.nextBoolean()) ? 1 + this.holding.nextInt(3) * 4 : 0, this.maxWaiting);
	}

	private When when() {
		return new When(delay(), this.random.nextBoolean());
	}

	private Step browse() {
		MessageState state = (this.buries && this.random.nextBoolean()) ? MessageState.DEAD
				: pick(List.of(MessageState.values()));
		return switch (this.random.nextInt(3)) {
			case 0 -> new ProducerStep.Browse(state, null, null, limit());
			case 1 -> new ProducerStep.Browse(state, id(), null, limit());
			default -> new ProducerStep.Browse(state, id(), time(), limit());
		};
	}

	private Step replay() {
		List<String> ids = this.random.nextBoolean() ? some(1, this.batch, this::id) : List.of();
		return new DeadLetterStep.Replay(ids, Math.max(ids.size(), limit()),
				(this.random.nextInt(3) == 0) ? time() : null);
	}

	private Step discard() {
		return new DeadLetterStep.Discard(some(1, this.batch, this::id),
				pick(List.of(Duration.ZERO, Duration.ZERO, Duration.ofNanos(999_000), Duration.ofMillis(1))));
	}

	private void addOperating() {
		add(1 + this.random.nextInt(2), this::purge);
		add(this.random.nextInt(4), () -> new OperatorStep.PurgeOn(limit()));
		add(1, () -> new OperatorStep.DeliverNow(id()));
		add(1, () -> new OperatorStep.CountDue(delay()));
	}

	private Step purge() {
		MessageState state = (this.buries && this.random.nextBoolean()) ? MessageState.DEAD
				: pick(List.of(MessageState.values()));
		return new OperatorStep.Purge(state, limit());
	}

	private DeadLetterPolicy deadLetters(int caller) {
		if (this.keepsAll || this.random.nextInt(3) > 0) {
			// What is dead already is kept whatever fails.
			return (caller < CALLERS) ? DeadLetterPolicy.KEEP_ALL : new DeadLetterPolicy(this.random.nextBoolean(),
					this.random.nextBoolean(), DeadLetterPolicy.KEEP_ALL.maxAge(), DeadLetterPolicy.KEEP_ALL.maxSize());
		}
		boolean byAge = this.random.nextBoolean();
		return new DeadLetterPolicy(this.random.nextBoolean(), this.random.nextBoolean(),
				byAge ? pick(LEASES) : DeadLetterPolicy.KEEP_ALL.maxAge(), byAge ? DeadLetterPolicy.KEEP_ALL.maxSize()
						: this.random.nextInt(this.random.nextBoolean() ? MAX_FEW : this.batch + 1));
	}

	private Step claim() {
		int caller = caller();
		return new ConsumerStep.Claim(caller, 1 + this.random.nextInt(this.batch + 1), pick(LEASES),
				retryPolicy(caller), deadLetters(caller), (caller < CALLERS) ? this.limits : QueueLimits.NONE,
				this.random.nextBoolean() ? some(1, this.batch, () -> settling(caller)) : List.of(), fate());
	}

	private RetryPolicy retryPolicy(int caller) {
		return new RetryPolicy((this.buries && caller < CALLERS) ? 0 : this.random.nextInt(3),
				List.of(Duration.ZERO, Duration.ofMillis(500)), Duration.ZERO);
	}

	private Step claimAgain() {
		return new ConsumerStep.ClaimAgain(caller(), back(), isLost());
	}

	private Step settle() {
		int caller = caller();
		return new ConsumerStep.Settle(caller, some(0, this.batch, () -> settling(caller)), fate());
	}

	private Step settleAgain() {
		return new ConsumerStep.SettleAgain(caller(), back());
	}

	private Step extend() {
		int caller = caller();
		return new ConsumerStep.Extend(caller, some(0, this.batch, () -> delivery(caller)), pick(LEASES), fate());
	}

	private Step extendAgain() {
		return new ConsumerStep.ExtendAgain(caller(), back());
	}

	private Settling settling(int caller) {
		Settling.Outcome outcome = pick(List.of(Settling.Outcome.values()));
		if (this.buries && this.random.nextBoolean()) {
			outcome = Settling.Outcome.DEAD_LETTER;
		}
		else if (this.remembers && this.random.nextBoolean()) {
			outcome = Settling.Outcome.ACKNOWLEDGE;
		}
		return new Settling(delivery(caller), outcome, (outcome == Settling.Outcome.ACKNOWLEDGE) ? window() : delay());
	}

	// Now and then one that belongs to another.
	private Delivery delivery(int caller) {
		return new Delivery((this.random.nextInt(8) > 0) ? caller : caller(), this.random.nextInt(this.batch),
				this.random.nextInt(5) > 0);
	}

	private CallFate fate() {
		if (!isLost()) {
			return CallFate.ANSWERED;
		}
		return (this.random.nextInt(4) == 0) ? CallFate.DELAYED : CallFate.LOST;
	}

	private boolean isLost() {
		return this.random.nextInt(100) < this.lossPercent;
	}

	private Duration delay() {
		return (this.random.nextInt(100) == 0) ? ENDLESS : pick(DELAYS);
	}

	private Duration window() {
		if (!this.remembers) {
			return Duration.ZERO;
		}
		return this.random.nextBoolean() ? delay() : pick(TIMES);
	}

	private Duration time() {
		return pick((this.random.nextInt(3) == 0) ? TIMES : TIMES_BACK);
	}

	private int limit() {
		return 1 + this.random.nextInt(this.batch + 1);
	}

	// Mostly the last one.
	private int back() {
		return Math.max(0, this.random.nextInt(6) - 3);
	}

	private int caller() {
		if (this.mourners > 0 && (this.alone || this.random.nextInt(3) > 0)) {
			return CALLERS + this.random.nextInt(this.mourners);
		}
		return this.random.nextInt(this.callers);
	}

	private String id() {
		return IDS.get(this.random.nextInt(this.ids));
	}

	private <T> List<T> some(int min, int max, Supplier<T> element) {
		List<T> list = new ArrayList<>();
		for (int left = min + this.random.nextInt(max - min + 1); left > 0; left--) {
			list.add(element.get());
		}
		return list;
	}

	private <T> T pick(List<T> list) {
		return list.get(this.random.nextInt(list.size()));
	}

}
