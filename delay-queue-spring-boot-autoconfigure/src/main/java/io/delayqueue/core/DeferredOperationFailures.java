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

package io.delayqueue.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.delayqueue.QueueOperation;
import io.delayqueue.event.DeferredOperationFailedEvent;
import io.delayqueue.support.EventPublication;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Makes failures known that no caller can be told of: to the log, to handlers, and as an
 * event.
 *
 * @since 0.1.0
 */
public final class DeferredOperationFailures {

	private static final Log logger = LogFactory.getLog(DeferredOperationFailures.class);

	private final Supplier<List<DeferredOperationFailureHandler>> handlers;

	private final @Nullable ApplicationEventPublisher eventPublisher;

	/**
	 * Create an instance.
	 * @param handler told of each failure, or {@code null}
	 * @param eventPublisher publishes each failure, or {@code null}
	 */
	public DeferredOperationFailures(@Nullable DeferredOperationFailureHandler handler,
			@Nullable ApplicationEventPublisher eventPublisher) {
		this(() -> (handler != null) ? List.of(handler) : List.of(), eventPublisher);
	}

	/**
	 * Create an instance.
	 * @param handlers gives those that are told of each failure, in their order; not
	 * asked before the first failure, so that they may themselves use what reports it
	 * @param eventPublisher publishes each failure, or {@code null}
	 */
	public DeferredOperationFailures(Supplier<List<DeferredOperationFailureHandler>> handlers,
			@Nullable ApplicationEventPublisher eventPublisher) {
		this.handlers = handlers;
		this.eventPublisher = eventPublisher;
	}

	/**
	 * Report what sending commands has come to. Never throws.
	 * @param commands the commands that were sent
	 * @param failures those of them that failed, by index
	 */
	public void report(List<? extends QueueCommand> commands, Map<Integer, CommandSender.Failure> failures) {
		Map<Group, List<String>> groups = new LinkedHashMap<>();
		new TreeMap<>(failures).forEach((index, failure) -> add(commands.get(index), failure.cause(), groups));
		groups.forEach(this::report);
	}

	/**
	 * Report that commands have failed for one reason. Never throws.
	 * @param commands the commands
	 * @param cause why they failed
	 */
	public void report(List<? extends QueueCommand> commands, RuntimeException cause) {
		Map<Group, List<String>> groups = new LinkedHashMap<>();
		commands.forEach((command) -> add(command, cause, groups));
		groups.forEach(this::report);
	}

	private static void add(QueueCommand command, RuntimeException cause, Map<Group, List<String>> groups) {
		groups.computeIfAbsent(new Group(command.queue(), command.operation(), cause), (group) -> new ArrayList<>())
			.add(command.id());
	}

	private void report(Group group, List<String> ids) {
		logger.error(
				"Could not " + group.operation().name().toLowerCase(Locale.ROOT) + " " + ids + " of queue '"
						+ group.queue() + "' after the commit of the transaction in which that was asked for",
				group.cause());
		handlers().forEach((handler) -> tell(handler, group, ids));
		EventPublication.publish(this.eventPublisher,
				new DeferredOperationFailedEvent(group.queue(), group.operation(), ids, group.cause()));
	}

	private List<DeferredOperationFailureHandler> handlers() {
		try {
			return this.handlers.get();
		}
		catch (Throwable ex) {
			logger.error("The handlers of failed operations can't be had", ex);
			return List.of();
		}
	}

	private static void tell(DeferredOperationFailureHandler handler, Group group, List<String> ids) {
		try {
			handler.handleFailure(group.queue(), group.operation(), List.copyOf(ids), group.cause());
		}
		catch (Throwable ex) {
			logger.error("A handler of failed operations, " + handler.getClass().getName() + ", has failed itself", ex);
		}
	}

	/**
	 * What is reported together.
	 *
	 * @param queue the queue
	 * @param operation the kind of the commands
	 * @param cause why they failed
	 */
	private record Group(String queue, QueueOperation operation, RuntimeException cause) {

	}

}
