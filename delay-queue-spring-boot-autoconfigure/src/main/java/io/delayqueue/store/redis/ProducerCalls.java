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

import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;

/**
 * Makes the calls of producers. A driver may send a call again by itself when its reply
 * was lost, also after others have changed the message, and reports its last try only. So
 * each call goes through a lane, of which Redis remembers the last call: sent again, it
 * is answered as before; and when it is refused, Redis is asked whether it was carried
 * out the time before. There are as many lanes of a queue as there are calls at the same
 * time.
 */
final class ProducerCalls {

	private final ScriptRunner scripts;

	private final Function<String, ScriptArguments> argumentsOfQueue;

	private final String producer = Long.toUnsignedString(UUID.randomUUID().getLeastSignificantBits(), 36);

	private final AtomicLong lanes = new AtomicLong();

	private final Map<String, Deque<ProducerLane>> idle = new ConcurrentHashMap<>();

	/**
	 * Create an instance.
	 * @param scripts runs the scripts
	 * @param argumentsOfQueue makes the arguments that the scripts of a queue begin with
	 */
	ProducerCalls(ScriptRunner scripts, Function<String, ScriptArguments> argumentsOfQueue) {
		this.scripts = scripts;
		this.argumentsOfQueue = argumentsOfQueue;
	}

	/**
	 * Run a script once, however often it is sent.
	 * @param script the script, whose first arguments are lane and number
	 * @param queue the queue
	 * @param arguments adds those of this call
	 * @return the reply
	 */
	ScriptReply run(Script script, String queue, UnaryOperator<ScriptArguments> arguments) {
		Deque<ProducerLane> idle = this.idle.computeIfAbsent(queue, (key) -> new ConcurrentLinkedDeque<>());
		ProducerLane lane = idle.pollFirst();
		if (lane == null) {
			lane = new ProducerLane(this.producer + "-" + Long.toString(this.lanes.incrementAndGet(), 36));
		}
		lane.next();
		try {
			return this.scripts.run(script, queue, arguments.apply(lane.addTo(this.argumentsOfQueue.apply(queue))));
		}
		catch (StoreUnavailableException ex) {
			if (!RedisErrors.isRefusal(ex)) {
				throw ex;
			}
			return recall(queue, lane.addTo(this.argumentsOfQueue.apply(queue)), ex);
		}
		finally {
			idle.addFirst(lane);
		}
	}

	private ScriptReply recall(String queue, ScriptArguments arguments, StoreUnavailableException refusal) {
		ScriptReply reply;
		try {
			reply = this.scripts.run(Script.RECALL, queue, arguments);
		}
		catch (RuntimeException ex) {
			OutcomeUnknownException unknown = new OutcomeUnknownException("It is not known whether the call on '"
					+ queue
					+ "' was carried out by a try whose reply was lost: the last one was refused, and so was the "
					+ "question. Repeat it", refusal);
			unknown.addSuppressed(ex);
			throw unknown;
		}
		if (!reply.hasNext()) {
			throw refusal;
		}
		return reply;
	}

}
