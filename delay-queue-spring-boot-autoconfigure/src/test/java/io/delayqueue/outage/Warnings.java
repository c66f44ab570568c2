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

package io.delayqueue.outage;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Collects what is logged as a warning or worse, from the start of the application on.
 */
final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.delayqueue");

	private Warnings() {
	}

	/**
	 * Start to collect. To be called after the application has started, which sets the
	 * logging up anew.
	 * @return the warnings
	 */
	static Warnings collect() {
		Warnings warnings = new Warnings();
		warnings.start();
		warnings.logger.addAppender(warnings);
		return warnings;
	}

	@Override
	protected void append(ILoggingEvent event) {
		if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
			this.events.add(event);
		}
	}

	/**
	 * Return the warnings.
	 * @param application the name that the listeners' ids begin with
	 * @return the warnings that name one of its listeners, and those that name none
	 */
	List<String> of(String application) {
		return this.events.stream()
			.map(ILoggingEvent::getFormattedMessage)
			.filter((message) -> message.contains("'" + application) || !message.contains("Listener '"))
			.toList();
	}

	/**
	 * Check that an application with one listener for one queue has told of its only
	 * outage once.
	 * @param application the name that the listener's id begins with
	 * @param events what the application was told about it
	 */
	void assertTellOfOneOutage(String application, Events events) {
		events.awaitRecovered(1);
		// On a busy machine Redis may not answer in time though it is there.
		assertThat(of(application)).hasSizeBetween(1, events.failedQueues().size());
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
	}

}
