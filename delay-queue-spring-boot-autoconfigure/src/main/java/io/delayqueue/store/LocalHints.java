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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Passes hints on to the subscribers of this JVM. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public final class LocalHints implements HintListener {

	private static final Log logger = LogFactory.getLog(LocalHints.class);

	private final List<Subscriber> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Add a subscriber.
	 * @param listener the subscriber
	 * @return closes the subscription
	 */
	public HintSubscription subscribe(HintListener listener) {
		Subscriber entry = new Subscriber(listener);
		this.listeners.add(entry);
		return () -> this.listeners.remove(entry);
	}

	/**
	 * Return whether nobody is subscribed.
	 * @return whether there is no subscriber
	 */
	public boolean isEmpty() {
		return this.listeners.isEmpty();
	}

	@Override
	public void onHint(String queue, Duration untilDue) {
		tellAll((listener) -> listener.onHint(queue, untilDue));
	}

	@Override
	public void onDeadLetterHint(String queue, Duration untilDue) {
		tellAll((listener) -> listener.onDeadLetterHint(queue, untilDue));
	}

	/**
	 * Pass a hint on.
	 * @param queue the queue
	 * @param source whether it is about a message or a dead letter
	 * @param untilDue how long until that is due
	 */
	public void pass(String queue, Source source, Duration untilDue) {
		if (source == Source.DEAD_LETTERS) {
			onDeadLetterHint(queue, untilDue);
		}
		else {
			onHint(queue, untilDue);
		}
	}

	@Override
	public void onHintsLost() {
		tellAll(HintListener::onHintsLost);
	}

	private void tellAll(Consumer<HintListener> call) {
		for (Subscriber subscriber : this.listeners) {
			try {
				call.accept(subscriber.listener);
			}
			catch (RuntimeException ex) {
				// What was stored is stored: the caller must not take it for a failure.
				logger.warn("A hint listener failed", ex);
			}
		}
	}

	/**
	 * One listener may subscribe twice, and each subscription closes its own.
	 */
	private static final class Subscriber {

		private final HintListener listener;

		private Subscriber(HintListener listener) {
			this.listener = listener;
		}

	}

}
