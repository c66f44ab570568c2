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
import java.util.concurrent.TimeUnit;

import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.event.ConsumerFailedEvent;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells the log and the events how a consumer gets on with the store. A failure of the
 * store as a whole is one warning for all consumers, one that concerns the queue is its
 * own. Its methods don't throw. Used by the poller's thread only.
 */
class PollReport {

	private static final Log logger = LogFactory.getLog(DefaultDelayListenerContainer.class);

	private final String listenerId;

	private final String queue;

	private final EventDispatcher events;

	private final StoreOutages outages;

	private boolean shared;

	PollReport(String listenerId, String queue, EventDispatcher events, StoreOutages outages) {
		this.listenerId = listenerId;
		this.queue = queue;
		this.events = events;
		this.outages = outages;
	}

	/**
	 * Report the first failure of an outage.
	 * @param operation what failed
	 * @param cause the failure
	 * @param tried how long it had been tried
	 */
	void failed(String operation, Throwable cause, Duration tried) {
		this.shared = isOfTheStore(cause);
		if (!this.shared || this.outages.isNews(this, tried)) {
			warn(operation, cause);
		}
		else {
			debug(operation, cause);
		}
		this.events.dispatch(new PollFailedEvent(this.listenerId, this.queue, cause));
	}

	/**
	 * Report a later failure of the same outage.
	 * @param operation what failed
	 * @param cause the failure
	 * @param tried how long it had been tried
	 */
	void failedAgain(String operation, Throwable cause, Duration tried) {
		if (this.shared && !isOfTheStore(cause)) {
			// The others will not tell of this one.
			endShared();
			warn(operation, cause);
		}
		else if (this.shared && this.outages.isNews(this, tried)) {
			warn(operation, cause);
		}
		else {
			debug(operation, cause);
		}
	}

	void recovered(Duration outage) {
		String text = "Listener '" + this.listenerId + "' works on queue '" + this.queue + "' again after "
				+ TimeUnit.MILLISECONDS.convert(outage) + " ms";
		if (!this.shared || endShared()) {
			logger.info(text);
		}
		else {
			logger.debug(text);
		}
		this.events.dispatch(new PollRecoveredEvent(this.listenerId, this.queue, outage));
	}

	/**
	 * Report that the poller ends, as it was told to.
	 */
	void stopped() {
		endShared();
	}

	/**
	 * Report that the poller ends without having been told to.
	 */
	void ended() {
		endShared();
		logger.error("The poller of listener '" + this.listenerId + "' for queue '" + this.queue
				+ "' has ended; the listener must be started anew");
		this.events.dispatch(new ConsumerFailedEvent(this.listenerId, this.queue));
	}

	private boolean endShared() {
		this.shared = false;
		return this.outages.ends(this);
	}

	private void warn(String operation, Throwable cause) {
		String scope = this.shared ? ". All listeners keep trying, without further warnings"
				: " and keeps trying, without further warnings";
		ThrowableLog.log(cause,
				(throwable) -> logger.warn(
						"Listener '" + this.listenerId + "' can't " + operation + " queue '" + this.queue + "'" + scope,
						throwable));
	}

	private void debug(String operation, Throwable cause) {
		logger.debug("Listener '" + this.listenerId + "' can't " + operation + " queue '" + this.queue + "': "
				+ cause.getClass().getName());
	}

	private static boolean isOfTheStore(Throwable cause) {
		return cause instanceof StoreUnavailableException || cause instanceof OutcomeUnknownException;
	}

}
