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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.delayqueue.store.DeathCause;
import io.delayqueue.store.StoredMessage;

/**
 * What is kept for a queue, by id. Times are milliseconds since the epoch.
 *
 * @param waiting when those that wait are due
 * @param leased when the leases end
 * @param dead when the dead letters died
 * @param messages the messages
 * @param owners whose the leased ones are
 * @param attempts what those that came back have gone through
 * @param causes why the dead letters died
 * @param expiries when those with a time to live are dead, while they live
 * @param recurring when the occurrences of those that recur are due
 * @param settled until when the ids of handled messages are remembered
 * @param priorities the priorities of those that have one
 * @param urgent those of them that wait
 * @param letters those dead letters that consumers of dead letters may have
 */
public record StoredQueue(Map<String, Long> waiting, Map<String, Long> leased, Map<String, Long> dead,
		Map<String, StoredMessage> messages, Map<String, Owner> owners, Map<String, Attempts> attempts,
		Map<String, DeathCause> causes, Map<String, Expiry> expiries, Map<String, Long> recurring,
		Map<String, Long> settled, Map<String, Long> priorities, Set<String> urgent, Letters letters) {

	/**
	 * Return what does not fit together, whatever has been done to the queue.
	 * @return sentences, none if all is well
	 */
	List<String> flaws() {
		List<String> flaws = new ArrayList<>();
		Set<String> ids = new HashSet<>();
		for (Map<String, Long> state : List.of(this.waiting, this.leased, this.dead)) {
			state.keySet().stream().filter((id) -> !ids.add(id)).forEach((id) -> flaws.add(id + " is in two states"));
		}
		require(flaws, "messages", this.messages.keySet().equals(ids));
		require(flaws, "owners", this.owners.keySet().equals(this.leased.keySet()));
		require(flaws, "causes", this.causes.keySet().equals(this.dead.keySet()));
		require(flaws, "attempts", ids.containsAll(this.attempts.keySet()));
		require(flaws, "recurring", ids.containsAll(this.recurring.keySet()));
		Set<String> alive = new HashSet<>(this.waiting.keySet());
		alive.addAll(this.leased.keySet());
		require(flaws, "expiries", alive.containsAll(this.expiries.keySet()));
		require(flaws, "priorities", ids.containsAll(this.priorities.keySet()));
		Set<String> waitingOnes = new HashSet<>(this.priorities.keySet());
		waitingOnes.retainAll(this.waiting.keySet());
		require(flaws, "urgent", this.urgent.equals(waitingOnes));
		addFlawsOfLetters(flaws);
		addFlawsOfTokens(flaws);
		return flaws;
	}

	private void addFlawsOfLetters(List<String> flaws) {
		Set<String> ids = new HashSet<>(this.letters.waiting.keySet());
		this.letters.leased.keySet()
			.stream()
			.filter((id) -> !ids.add(id))
			.forEach((id) -> flaws.add(id + " is in two states as a dead letter"));
		require(flaws, "dead", this.dead.keySet().containsAll(ids));
		require(flaws, "dead-owners", this.letters.owners.keySet().equals(this.letters.leased.keySet()));
		require(flaws, "dead-attempts", ids.containsAll(this.letters.attempts.keySet()));
	}

	private void addFlawsOfTokens(List<String> flaws) {
		Map<Long, String> claims = new HashMap<>();
		this.owners.values().forEach((owner) -> addFlawOfToken(flaws, claims, owner, owner.consumer));
		this.letters.owners.values()
			.forEach((owner) -> addFlawOfToken(flaws, claims, owner, owner.consumer + ", of dead letters"));
	}

	private static void addFlawOfToken(List<String> flaws, Map<Long, String> claims, Owner owner, String claim) {
		String other = claims.putIfAbsent(owner.token, claim);
		if (other != null && !other.equals(claim)) {
			flaws.add("Token " + owner.token + " was given to " + other + " and to " + claim);
		}
	}

	private static void require(List<String> flaws, String name, boolean fits) {
		if (!fits) {
			flaws.add("The ids of '" + name + "' do not fit to the states");
		}
	}

	/**
	 * Whose a message is.
	 *
	 * @param token the fencing token
	 * @param dueTime when it was due
	 * @param consumer the consumer
	 */
	public record Owner(long token, long dueTime, String consumer) {

	}

	/**
	 * Where dead letters are with consumers of dead letters.
	 *
	 * @param waiting from when those that wait can be had
	 * @param leased when the leases end
	 * @param owners whose the leased ones are
	 * @param attempts what those that came back have gone through since their death
	 */
	public record Letters(Map<String, Long> waiting, Map<String, Long> leased, Map<String, Owner> owners,
			Map<String, Attempts> attempts) {

	}

	/**
	 * What a message has gone through.
	 *
	 * @param deliveries the deliveries that are over
	 * @param failures the failures
	 * @param returns the returns because of a claim that was never confirmed
	 */
	public record Attempts(long deliveries, long failures, long returns) {

	}

	/**
	 * How long a message lives.
	 *
	 * @param end the last moment
	 * @param timeToLive the milliseconds from its due time until then
	 */
	public record Expiry(long end, long timeToLive) {

	}

}
