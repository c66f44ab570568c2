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

package io.delayqueue.survival;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.survival.JournalEntry.Kind;

/**
 * Notes what a store hands out and what it says to settlements and renewals, before the
 * container learns of it.
 */
final class JournalingStore implements InvocationHandler {

	private final DelayQueueStore store;

	private final Journal journal;

	private JournalingStore(DelayQueueStore store, Journal journal) {
		this.store = store;
		this.journal = journal;
	}

	static DelayQueueStore around(DelayQueueStore store, Journal journal) {
		return (DelayQueueStore) Proxy.newProxyInstance(JournalingStore.class.getClassLoader(),
				new Class<?>[] { DelayQueueStore.class }, new JournalingStore(store, journal));
	}

	@Override
	public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
		long sent = System.nanoTime();
		try {
			Object result = method.invoke(this.store, arguments);
			answered(sent, method.getName(), arguments, result);
			return result;
		}
		catch (InvocationTargetException ex) {
			settlements(method.getName(), arguments)
				.forEach((settlement) -> note(sent, Kind.SETTLED_PERHAPS, settlement));
			throw ex.getTargetException();
		}
	}

	@SuppressWarnings("unchecked")
	private void answered(long sent, String method, Object[] arguments, Object result) {
		List<Settlement> settlements = settlements(method, arguments);
		if (method.equals("claim")) {
			ClaimReply reply = (ClaimReply) result;
			settled(sent, settlements, reply.settlements()::get);
			reply.messages().forEach(this::claimed);
		}
		else if (method.equals("settle")) {
			settled(sent, settlements, ((List<SettlementResult>) result)::get);
		}
		else if (method.equals("extend")) {
			extended(((ExtendRequest) arguments[1]).leases(), (List<Boolean>) result);
		}
	}

	@SuppressWarnings("unchecked")
	private static List<Settlement> settlements(String method, Object[] arguments) {
		return switch (method) {
			case "claim" -> ((ClaimRequest) arguments[0]).settlements();
			case "settle" -> (List<Settlement>) arguments[1];
			default -> List.of();
		};
	}

	private void claimed(ClaimedMessage claimed) {
		StoredMessage message = claimed.message();
		long generation = (message != null) ? Long.parseLong(message.headers().get(Work.GENERATION)) : 0;
		this.journal.note(JournalEntry.now(Kind.CLAIMED, claimed.id(), generation, claimed.attempt(), claimed.token(),
				claimed.dueTime().toEpochMilli()));
	}

	private void settled(long sent, List<Settlement> settlements, Function<Integer, SettlementResult> results) {
		for (int i = 0; i < settlements.size(); i++) {
			boolean applied = results.apply(i) == SettlementResult.APPLIED;
			note(sent, applied ? Kind.SETTLED : Kind.SETTLED_TOO_LATE, settlements.get(i));
		}
	}

	private void note(long sent, Kind kind, Settlement settlement) {
		this.journal.note(JournalEntry.at(sent, kind, settlement.id(), 0, 0, settlement.token(), 0));
	}

	private void extended(List<ExtendRequest.Lease> leases, List<Boolean> held) {
		for (int i = 0; i < leases.size(); i++) {
			if (!held.get(i)) {
				ExtendRequest.Lease lease = leases.get(i);
				this.journal.note(JournalEntry.now(Kind.EXTENDED_TOO_LATE, lease.id(), 0, 0, lease.token(), 0));
			}
		}
	}

}
