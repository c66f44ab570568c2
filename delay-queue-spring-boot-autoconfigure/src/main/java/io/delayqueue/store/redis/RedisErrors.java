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

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures after which nothing has changed from those after which that is not
 * known. Looks at the texts and JDK types in the chain of causes, since the types of the
 * drivers are their own affair.
 */
final class RedisErrors {

	/**
	 * Errors that Redis replies with before a script has written anything, and what to
	 * do.
	 */
	private static final Map<String, String> REFUSALS = Map.ofEntries(
			Map.entry("OOM", "Redis has reached 'maxmemory'. Let consumers drain the queues or give it more memory"),
			Map.entry("READONLY", "the connection leads to a replica. Repeat it when the failover is over"),
			Map.entry("NOREPLICAS", "Redis has fewer replicas than 'min-replicas-to-write' asks for"),
			Map.entry("MISCONF", "Redis can't save to its disk and takes no writes. See the log of Redis"),
			Map.entry("BUSY", "a script blocks Redis. Repeat it"),
			Map.entry("LOADING", "Redis is still loading its data. Repeat it"),
			Map.entry("TRYAGAIN", "the cluster is moving the queue's slot. Repeat it"),
			Map.entry("CLUSTERDOWN", "the cluster does not serve the queue's slot. Repeat it when the cluster is up"),
			Map.entry("MASTERDOWN", "the replica has lost its master. Repeat it when the failover is over"),
			Map.entry("NOSCRIPT", "Redis forgot the script between two commands. Repeat it"),
			Map.entry("NOAUTH", "Redis asks for a password. Check 'spring.data.redis.*'"),
			Map.entry("WRONGPASS", "Redis does not accept user and password. Check 'spring.data.redis.*'"),
			Map.entry("NOPERM", "the Redis user lacks a right. Grant what the documentation of this project lists"),
			Map.entry("SUPERSEDED", "a later call of the same caller has already been carried out"),
			Map.entry("CROSSSLOT", "the keys lie in several slots of the cluster"),
			Map.entry("WRONGTYPE", "a key holds other data. Remove that or choose another 'delay-queue.key-prefix'"));

	/**
	 * Refusals that have to do with the caller or the queue, not with the server's state.
	 */
	private static final Set<String> PARTICULAR = Set.of("NOPERM", "SUPERSEDED", "CROSSSLOT", "WRONGTYPE");

	private static final Pattern REFUSAL = Pattern.compile("\\b(" + String.join("|", REFUSALS.keySet()) + ")\\b");

	/**
	 * Commands within a script that its user may not run, which it finds out halfway.
	 */
	private static final Pattern REFUSED_HALFWAY = Pattern.compile("ACL failure in script|can't run this command");

	/**
	 * A driver that sends a command again by itself reports its last try only.
	 */
	private static final Pattern SEVERAL_TRIES = Pattern.compile("(?i)attempts left|retry deadline|max(imum)? retr");

	/**
	 * What a server says after a restart or a failover, or while one is under way. Then
	 * the connection was lost before, and a driver that sends a command again by itself
	 * after that may have had it executed the first time.
	 */
	private static final Pattern AFTER_RECONNECT = Pattern.compile("\\b(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN)\\b");

	/**
	 * What a driver says when the server went away while it waited for a reply. If it
	 * tries to connect anew within the same call, that failure is in the chain too.
	 */
	private static final Pattern READ_FAILURE = Pattern
		.compile("(?i)unexpected end of stream|connection reset|broken pipe|read timed out|socket closed");

	private static final Pattern SCRIPT_KILLED = Pattern.compile("(?i)script killed by user");

	private static final List<Pattern> UNKNOWN = List.of(REFUSED_HALFWAY, SEVERAL_TRIES, AFTER_RECONNECT, READ_FAILURE);

	private RedisErrors() {
	}

	/**
	 * Translate a failure.
	 * @param action what was tried
	 * @param failure the failure
	 * @return the exception to throw
	 */
	static DelayQueueException translate(String action, RuntimeException failure) {
		boolean sent = !(failure instanceof RedisConnections.NotConnectedException);
		if (sent && UNKNOWN.stream().anyMatch((pattern) -> find(failure, pattern) != null)) {
			return unknown(action, failure);
		}
		Reply refusal = find(failure, REFUSAL);
		if (refusal != null) {
			String text = "Could not " + action + ": " + REFUSALS.get(refusal.code())
					+ ". Nothing was changed. Redis says: " + refusal.text();
			return PARTICULAR.contains(refusal.code()) ? new DelayQueueException(text, failure)
					: new StoreUnavailableException(text, failure);
		}
		if (find(failure, SCRIPT_KILLED) != null) {
			return new StoreUnavailableException(
					"Could not " + action + ": the script was killed. Nothing was changed. Repeat it", failure);
		}
		return (sent && chain(failure).stream().noneMatch(RedisErrors::isConnectFailure)) ? unknown(action, failure)
				: unreachable(action, failure);
	}

	private static DelayQueueException unreachable(String action, RuntimeException failure) {
		return new StoreUnavailableException(
				"Could not " + action
						+ ": Redis can't be reached. Nothing was changed. Check that it runs and 'spring.data.redis.*'",
				failure);
	}

	private static OutcomeUnknownException unknown(String action, RuntimeException failure) {
		return new OutcomeUnknownException("It is not known whether Redis did " + action
				+ ": the command was sent and no usable reply came. Repeat it", failure);
	}

	/**
	 * Return whether Redis does not know a script by its digest.
	 * @param failure the failure
	 * @return whether to send the text
	 */
	static boolean isUnknownScript(RuntimeException failure) {
		Reply refusal = find(failure, REFUSAL);
		return refusal != null && refusal.code().equals("NOSCRIPT");
	}

	/**
	 * Return whether Redis has replied that it did not do what it was asked for.
	 * @param failure the failure
	 * @return whether Redis answers at all
	 */
	static boolean isRefusal(RuntimeException failure) {
		return find(failure, REFUSAL) != null;
	}

	/**
	 * Return whether Redis has replied that it did not do what it was asked for, rather
	 * than that nothing could be sent.
	 * @param translated what {@link #translate} made of the failure
	 * @return whether a call was sent and refused
	 */
	static boolean isRefusal(StoreUnavailableException translated) {
		return translated.getCause() instanceof RuntimeException failure
				&& !(failure instanceof RedisConnections.NotConnectedException)
				&& (isRefusal(failure) || find(failure, SCRIPT_KILLED) != null);
	}

	/**
	 * Return whether Redis has refused something that it does not refuse to everybody.
	 * @param failure the failure
	 * @return whether it has to do with the caller or the key, not with an outage
	 */
	static boolean isParticular(Throwable failure) {
		Reply refusal = find(failure, REFUSAL);
		return refusal != null && PARTICULAR.contains(refusal.code());
	}

	// All of these come from connecting, before anything is sent.
	private static boolean isConnectFailure(Throwable failure) {
		return failure instanceof ConnectException || failure instanceof UnknownHostException
				|| failure instanceof NoRouteToHostException || (failure instanceof SocketTimeoutException
						&& "connect timed out".equalsIgnoreCase(failure.getMessage()));
	}

	private static @Nullable Reply find(Throwable failure, Pattern pattern) {
		for (Throwable link : chain(failure)) {
			String text = String.valueOf(link.getMessage());
			Matcher matcher = pattern.matcher(text);
			if (matcher.find()) {
				return new Reply(matcher.group(), text);
			}
		}
		return null;
	}

	// Suppressed ones too: a driver that tries several addresses hides its failures
	// there.
	private static Collection<Throwable> chain(Throwable failure) {
		Set<Throwable> chain = Collections.newSetFromMap(new IdentityHashMap<>());
		Deque<Throwable> pending = new ArrayDeque<>(List.of(failure));
		while (!pending.isEmpty()) {
			Throwable next = pending.remove();
			if (chain.add(next)) {
				pending.addAll(List.of(next.getSuppressed()));
				if (next.getCause() != null) {
					pending.add(next.getCause());
				}
			}
		}
		return chain;
	}

	/**
	 * What Redis replied.
	 *
	 * @param code the code that was looked for
	 * @param text the text in which it was found
	 */
	private record Reply(String code, String text) {

	}

}
