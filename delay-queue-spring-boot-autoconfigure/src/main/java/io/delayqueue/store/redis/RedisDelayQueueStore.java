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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.EpochMillis;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;

/**
 * Keeps messages in Redis, version 6.2 or later, standalone or cluster. Every operation
 * is one script, all times are judged by the clock of the Redis server, and what is
 * stored can be read with {@code redis-cli}.
 *
 * @since 0.1.0
 */
public final class RedisDelayQueueStore implements DelayQueueStore, AutoCloseable {

	private static final int MAX_SCHEDULE_BATCH = 100;

	private final RedisKeys keys;

	private final ScriptRunner scripts;

	private final ProducerCalls producers;

	private final QueueRegistry queues;

	private final HintChannel hints;

	/**
	 * Create a store. Nothing is sent to Redis before it is used.
	 * @param connectionFactory gives connections to the master; is not closed by this
	 * store
	 * @param keyPrefix what all keys begin with; must be without braces, white space and
	 * control characters
	 */
	public RedisDelayQueueStore(RedisConnectionFactory connectionFactory, String keyPrefix) {
		this(connectionFactory, keyPrefix, ScriptSources.load());
	}

	RedisDelayQueueStore(RedisConnectionFactory connectionFactory, String keyPrefix, ScriptSources sources) {
		Assert.notNull(connectionFactory, "'connectionFactory' must not be null");
		RedisConnections connections = new RedisConnections(connectionFactory);
		this.keys = new RedisKeys(keyPrefix);
		this.scripts = new ScriptRunner(connections, sources);
		this.producers = new ProducerCalls(this.scripts, this::arguments);
		this.queues = new QueueRegistry(connections, this.scripts, this.keys.queues(), System::nanoTime);
		this.hints = new HintChannel(connections, this.keys.hintChannel());
	}

	@Override
	public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
		Assert.isTrue(commands.size() <= MAX_SCHEDULE_BATCH,
				() -> "'commands' must be at most " + MAX_SCHEDULE_BATCH + ", not " + commands.size());
		this.queues.add(queue);
		ScriptReply reply = this.producers.run(Script.SCHEDULE, queue, (arguments) -> encode(commands, arguments));
		hint(queue, Source.MESSAGES, reply.durationOrNull());
		List<ScheduleReply> replies = new ArrayList<>(commands.size());
		while (reply.hasNext()) {
			replies.add(new ScheduleReply(ScheduleReply.Outcome.valueOf(reply.text()), reply.instant(),
					reply.stateOrNull()));
		}
		return replies;
	}

	private static ScriptArguments encode(List<ScheduleCommand> commands, ScriptArguments arguments) {
		arguments.add(commands.size());
		for (ScheduleCommand command : commands) {
			arguments.add(command.id()).add(StoredMessageCodec.encode(command.message()));
			arguments.add(command.dueTime());
			arguments.add(command.replace() ? "REPLACE" : "KEEP");
			arguments.addOrEmpty(command.timeToLive()).add(command.priority()).add(command.maxWaiting());
			arguments.add(command.message().isRecurring() ? command.message().stamp() : "");
		}
		return arguments;
	}

	@Override
	public int maxScheduleBatch() {
		return MAX_SCHEDULE_BATCH;
	}

	@Override
	public ClaimReply claim(ClaimRequest request) {
		String queue = request.call().queue();
		ScriptArguments arguments = arguments(queue);
		ClaimCodec.encode(request, arguments);
		this.queues.add(queue);
		ScriptReply reply = this.scripts.run(Script.CLAIM, queue, arguments);
		hint(queue, request.call().source(), reply.durationOrNull());
		ClaimReply decoded = ClaimCodec.decode(request, reply);
		hintOfDeaths(request.call(), request.settlements(), decoded.settlements());
		if (!decoded.expired().isEmpty()
				|| decoded.endedLeases().stream().anyMatch((ended) -> ended.fate() == EndedLease.Fate.DEAD)) {
			hintOfDeath(request.call());
		}
		return decoded;
	}

	@Override
	public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		checkCount("settlements", settlements);
		ScriptArguments arguments = arguments(call.queue()).add(call);
		SettlementCodec.encode(settlements, arguments);
		ScriptReply reply = this.scripts.run(Script.SETTLE, call.queue(), arguments);
		hint(call.queue(), call.source(), reply.durationOrNull());
		List<SettlementResult> results = SettlementCodec.decode(reply.text(), settlements.size());
		hintOfDeaths(call, settlements, results);
		return results;
	}

	private static <T> List<T> checkCount(String name, List<T> list) {
		Assert.isTrue(list.size() <= ClaimRequest.MAX_MESSAGES,
				() -> "'" + name + "' must be at most " + ClaimRequest.MAX_MESSAGES + ", not " + list.size());
		return list;
	}

	@Override
	public List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		ScriptArguments arguments = arguments(call.queue()).add(call).add(request.lease()).add(request.leases().size());
		for (ExtendRequest.Lease lease : request.leases()) {
			arguments.add(lease.id()).add(lease.token());
		}
		ScriptReply reply = this.scripts.run(Script.EXTEND, call.queue(), arguments);
		return SettlementCodec.held(reply.text(), request.leases().size());
	}

	@Override
	public void forget(String queue, String consumer) {
		this.scripts.run(Script.FORGET, queue, arguments(queue).add(consumer));
	}

	@Override
	public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
		ScriptReply reply = this.producers.run(Script.RESCHEDULE, queue, (arguments) -> arguments.add(id).add(dueTime));
		hint(queue, Source.MESSAGES, reply.durationOrNull());
		MessageState found = reply.stateOrNull();
		return new RescheduleReply(found, (found == MessageState.WAITING) ? reply.instant() : null);
	}

	@Override
	public boolean deliverNow(String queue, String id) {
		ScriptReply reply = this.producers.run(Script.RESCHEDULE, queue,
				(arguments) -> arguments.add(id).add("NOW").add(""));
		hint(queue, Source.MESSAGES, reply.durationOrNull());
		return reply.stateOrNull() == MessageState.WAITING;
	}

	@Override
	public Optional<MessageState> cancel(String queue, String id) {
		ScriptReply reply = this.producers.run(Script.CANCEL, queue, (arguments) -> arguments.add(id));
		Optional<MessageState> state = Optional.ofNullable(reply.stateOrNull());
		hint(queue, Source.MESSAGES, reply.durationOrNull());
		return state;
	}

	@Override
	public List<Optional<MessageSnapshot>> find(String queue, List<String> ids) {
		ScriptArguments arguments = arguments(queue).add(ClaimRequest.MAX_BYTES).add(checkCount("ids", ids).size());
		ids.forEach(arguments::add);
		ScriptReply reply = this.scripts.run(Script.FIND, queue, arguments);
		List<Optional<MessageSnapshot>> found = new ArrayList<>();
		while (reply.hasNext()) {
			MessageState state = reply.stateOrNull();
			found.add((state != null) ? Optional.of(SnapshotCodec.decode(ids.get(found.size()), state, reply))
					: Optional.empty());
		}
		return found;
	}

	@Override
	public List<MessageSnapshot> browse(BrowseRequest request) {
		ScriptArguments arguments = arguments(request.queue()).add(request.state().name())
			.addOrEmpty(request.after())
			.add(request.limit())
			.add(ClaimRequest.MAX_BYTES);
		ScriptReply reply = this.scripts.run(Script.BROWSE, request.queue(), arguments);
		List<MessageSnapshot> messages = new ArrayList<>();
		while (reply.hasNext()) {
			messages.add(SnapshotCodec.decode(reply.text(), request.state(), reply));
		}
		return messages;
	}

	@Override
	public ReplayReply replay(ReplayRequest request) {
		Instant diedUntil = request.diedUntil();
		ScriptReply reply = this.producers.run(Script.REPLAY, request.queue(), (arguments) -> {
			arguments.add(request.limit())
				.add((diedUntil != null) ? Long.toString(EpochMillis.stored(diedUntil)) : "")
				.add(request.ids().size());
			request.ids().forEach(arguments::add);
			return arguments;
		});
		hint(request.queue(), Source.MESSAGES, reply.durationOrNull());
		Instant until = reply.instant();
		List<String> ids = new ArrayList<>();
		while (reply.hasNext()) {
			ids.add(reply.text());
		}
		return new ReplayReply(ids, until);
	}

	@Override
	public List<Boolean> discard(String queue, List<BrowseRequest.Position> deadLetters) {
		ScriptArguments arguments = arguments(queue).add(checkCount("deadLetters", deadLetters).size());
		for (BrowseRequest.Position deadLetter : deadLetters) {
			arguments.add(deadLetter.id()).add(EpochMillis.stored(deadLetter.time()));
		}
		ScriptReply reply = this.scripts.run(Script.DISCARD, queue, arguments);
		return deadLetters.stream().map((deadLetter) -> reply.number() == 1).toList();
	}

	@Override
	public PurgeReply purge(PurgeRequest request) {
		ScriptReply reply = this.producers.run(Script.PURGE, request.queue(),
				(arguments) -> PurgeCodec.encode(request, arguments));
		hint(request.queue(), Source.MESSAGES, reply.durationOrNull());
		return PurgeCodec.decode(reply);
	}

	@Override
	public boolean pause(String queue) {
		this.queues.add(queue);
		return this.producers.run(Script.PAUSE, queue, (arguments) -> arguments).number() == 1;
	}

	@Override
	public boolean resume(String queue) {
		boolean resumed = this.producers.run(Script.RESUME, queue, (arguments) -> arguments).number() == 1;
		if (resumed) {
			this.hints.pass(queue, Source.MESSAGES, Duration.ZERO);
			this.hints.pass(queue, Source.DEAD_LETTERS, Duration.ZERO);
		}
		return resumed;
	}

	@Override
	public Instant time(String queue) {
		return this.scripts.run(Script.TIME, queue, arguments(queue)).instant();
	}

	@Override
	public QueueCounts count(String queue) {
		ScriptReply reply = this.scripts.run(Script.COUNT, queue, arguments(queue));
		return new QueueCounts(reply.number(), reply.number(), reply.number(), reply.number(), reply.duration(),
				reply.number() == 1);
	}

	@Override
	public List<Long> countDue(String queue, List<Duration> bounds) {
		ScriptArguments arguments = arguments(queue).add(bounds.size());
		bounds.forEach(arguments::add);
		ScriptReply reply = this.scripts.run(Script.COUNT_DUE, queue, arguments);
		List<Long> counts = new ArrayList<>();
		while (reply.hasNext()) {
			counts.add(reply.number());
		}
		return counts;
	}

	@Override
	public Set<String> queues() {
		return this.queues.list();
	}

	@Override
	public HintSubscription subscribe(HintListener listener) {
		return this.hints.subscribe(listener);
	}

	/**
	 * End all subscriptions to hints. The connection factory stays open.
	 */
	@Override
	public void close() {
		this.hints.close();
	}

	private ScriptArguments arguments(String queue) {
		return new ScriptArguments(this.keys.ofQueue(queue)).add(this.keys.hintChannel()).add(queue);
	}

	// Others hear of it from the script.
	private void hintOfDeaths(ConsumerCall call, List<Settlement> settlements, List<SettlementResult> results) {
		for (int i = 0; i < results.size(); i++) {
			if (results.get(i) == SettlementResult.APPLIED && isDeath(settlements.get(i))) {
				hintOfDeath(call);
				return;
			}
		}
	}

	private static boolean isDeath(Settlement settlement) {
		return settlement instanceof Settlement.DeadLetter || settlement instanceof Settlement.DeadOccurrence;
	}

	private void hintOfDeath(ConsumerCall call) {
		if (call.source() == Source.MESSAGES) {
			this.hints.pass(call.queue(), Source.DEAD_LETTERS, Duration.ZERO);
		}
	}

	private void hint(String queue, Source source, @Nullable Duration untilDue) {
		if (untilDue != null) {
			this.hints.pass(queue, source, untilDue);
		}
	}

}
