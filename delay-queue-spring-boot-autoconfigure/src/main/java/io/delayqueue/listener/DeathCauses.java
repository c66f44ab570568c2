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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DeathCause.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Turns exceptions of handlers into what is kept with dead letters. Bounded, and safe
 * with exceptions that misbehave themselves.
 */
final class DeathCauses {

	private static final int MAX_MESSAGE = 1000;

	private static final int MAX_STACK_TRACE = 4000;

	private static final int MAX_FRAMES = 15;

	// Causes may form a circle.
	private static final int MAX_CHAIN = 32;

	private DeathCauses() {
	}

	static DeathCause of(Reason reason, int attempt, Throwable exception) {
		return new DeathCause(reason, attempt, exception.getClass().getName(), trim(message(exception)),
				trim(stackTrace(exception), MAX_STACK_TRACE));
	}

	static DeathCause unknown(int attempt, Throwable exception) {
		return new DeathCause(Reason.FAILED, attempt, exception.getClass().getName(), null, null);
	}

	static DeathCause undecodable(int attempt, @Nullable String defect) {
		return new DeathCause(Reason.UNDECODABLE, attempt, null, trim(defect), null);
	}

	static DeathCause leaseEnded(int attempt) {
		return new DeathCause(Reason.LEASE_ENDED, attempt, null, "The lease ended without a settlement", null);
	}

	/**
	 * Return what a handler threw, without what was only wrapped around it on the way.
	 * @param thrown the exception that arrived
	 * @return the innermost exception that is no mere wrapper
	 */
	static Throwable unwrap(Throwable thrown) {
		Throwable result = thrown;
		for (int i = 0; i < MAX_CHAIN; i++) {
			Throwable cause = isWrapper(result) ? cause(result) : null;
			if (cause == null) {
				break;
			}
			result = cause;
		}
		return result;
	}

	/**
	 * Return the classes of an exception and its causes, without their texts.
	 * @param thrown the exception
	 * @return the names, from the outermost on
	 */
	static String classNames(Throwable thrown) {
		return chain(thrown).stream()
			.map((exception) -> exception.getClass().getName())
			.collect(Collectors.joining(" <- "));
	}

	/**
	 * Return an exception and its causes, as far as they can be had.
	 * @param thrown the exception
	 * @return the exceptions, from the outermost on
	 */
	static List<Throwable> chain(Throwable thrown) {
		List<Throwable> chain = new ArrayList<>();
		Throwable current = thrown;
		while (current != null && chain.size() < MAX_CHAIN) {
			chain.add(current);
			current = cause(current);
		}
		return chain;
	}

	private static boolean isWrapper(Throwable thrown) {
		return thrown instanceof CompletionException || thrown instanceof ExecutionException
				|| thrown instanceof InvocationTargetException || thrown instanceof UndeclaredThrowableException
				|| thrown instanceof ListenerExecutionFailedException || thrown instanceof BatchListenerFailedException;
	}

	private static @Nullable String message(Throwable exception) {
		try {
			return exception.getMessage();
		}
		catch (Throwable ex) {
			return "(its message can't be had: " + ex.getClass().getName() + ")";
		}
	}

	private static @Nullable Throwable cause(Throwable exception) {
		try {
			return exception.getCause();
		}
		catch (Throwable ex) {
			return null;
		}
	}

	// Not printStackTrace: one deep stack would leave no room for the causes below it.
	private static String stackTrace(Throwable exception) {
		StringBuilder text = new StringBuilder();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		Throwable current = exception;
		while (current != null && seen.add(current) && text.length() < MAX_STACK_TRACE) {
			text.append((current != exception) ? "Caused by: " : "").append(current.getClass().getName());
			String message = trim(message(current));
			text.append((message != null) ? ": " + message : "").append('\n');
			appendFrames(text, current);
			current = cause(current);
		}
		return text.toString();
	}

	private static void appendFrames(StringBuilder text, Throwable exception) {
		try {
			StackTraceElement[] frames = exception.getStackTrace();
			for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
				text.append("\tat ").append(frames[i]).append('\n');
			}
			if (frames.length > MAX_FRAMES) {
				text.append("\t... ").append(frames.length - MAX_FRAMES).append(" more\n");
			}
		}
		catch (Throwable ex) {
			text.append("\t(its stack trace can't be had)\n");
		}
	}

	static @Nullable String trim(@Nullable String text) {
		return trim(text, MAX_MESSAGE);
	}

	private static @Nullable String trim(@Nullable String text, int length) {
		if (text == null || text.length() <= length) {
			return text;
		}
		int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
		return text.substring(0, end) + "…";
	}

}
