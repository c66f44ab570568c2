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

package io.delayqueue.actuate;

import java.util.Set;
import java.util.function.Supplier;

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The {@link DelayQueuesEndpoint} over HTTP. Ids of messages may have slashes and end a
 * path, which is taken as a whole: with other selectors before it, what remains of a path
 * is not the same thing in Spring MVC and WebFlux.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = DelayQueuesEndpoint.class)
@RegisterReflectionForBinding({ QueuesDescriptor.class, QueueDescriptor.class, MessagesDescriptor.class,
		OperationDescriptor.class, ChangeDescriptor.class, DelayQueuesEndpointWebExtension.ProblemDescriptor.class })
public class DelayQueuesEndpointWebExtension {

	private static final int ACCEPTED = 202;

	private static final String MESSAGES = "messages";

	private static final String OPERATIONS = "operations";

	private static final String REPLAY = "replay";

	private final QueueOperator operator;

	private final DelayQueuesEndpoint endpoint;

	private final Set<String> roles;

	/**
	 * Create an extension.
	 * @param endpoint the endpoint
	 * @param roles who has one of them is authorized to see payloads; if there are none,
	 * everybody who is known
	 */
	public DelayQueuesEndpointWebExtension(DelayQueuesEndpoint endpoint, Set<String> roles) {
		this.operator = endpoint.operator();
		this.endpoint = endpoint;
		this.roles = roles;
	}

	/**
	 * Return the queues, a part at a time, by name.
	 * @param cursor where to go on, from the part before; {@code null} to begin
	 * @param limit how many at most, from 1 to 1,000; {@code null} for 100
	 * @return how many messages each holds
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> queues(@Nullable String cursor, @Nullable Integer limit) {
		return respond(() -> this.operator.queues(cursor, limit));
	}

	/**
	 * Return a queue.
	 * @param queue its name
	 * @return what there is to say about it
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> queue(@Selector String queue) {
		return respond(() -> this.operator.queue(queue));
	}

	/**
	 * Return the messages of a queue in one state, a part at a time.
	 * @param securityContext who asks
	 * @param queue the queue
	 * @param state the state
	 * @param cursor where to go on, from the part before; {@code null} to begin
	 * @param limit how many at most, from 1 to 1,000
	 * @return the part
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> messages(SecurityContext securityContext, @Selector String queue,
			@Selector MessageState state, @Nullable String cursor, @Nullable Integer limit) {
		return respond(() -> this.operator.messages(queue, state, cursor, limit, isShown(securityContext)));
	}

	/**
	 * Return a message, or work in the background.
	 * @param securityContext who asks
	 * @param path the queue, {@code messages} or {@code operations}, and the id
	 * @return the message or the work
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> item(SecurityContext securityContext,
			@Selector(match = Match.ALL_REMAINING) String[] path) {
		ItemPath item = ItemPath.of(path);
		return respond(() -> switch (item.word()) {
			case MESSAGES -> this.operator.message(item.queue(), item.id(), isShown(securityContext));
			case OPERATIONS -> this.operator.operation(item.id());
			default -> throw item.unknown(MESSAGES, OPERATIONS);
		});
	}

	/**
	 * Do something with a queue ({@code pause}, {@code resume}, {@code replay}) or a
	 * message ({@code deliver-now}, {@code replay}).
	 * @param path the queue, what to do, and the id if it is a message
	 * @return what came of it
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> act(@Selector(match = Match.ALL_REMAINING) String[] path) {
		ItemPath item = ItemPath.of(path);
		return item.id().isEmpty() ? act(item.queue(), item.word(), null, null)
				: respond(() -> changed(switch (item.word()) {
					case "deliver-now" -> this.operator.deliverNow(item.queue(), item.id());
					case REPLAY -> this.operator.replay(item.queue(), item.id());
					default -> throw item.unknown("deliver-now", REPLAY);
				}));
	}

	/**
	 * Do something with a queue.
	 * @param queue the queue
	 * @param action {@code pause}, {@code resume} or {@code replay}
	 * @param target where dead letters are to be handled; {@code null} for the same queue
	 * @param perSecond how many dead letters per second at most; {@code null} for 100
	 * @return what came of it
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> act(@Selector String queue, @Selector String action,
			@Nullable String target, @Nullable Integer perSecond) {
		return respond(() -> switch (action) {
			case "pause" -> this.operator.pause(queue);
			case "resume" -> this.operator.resume(queue);
			case REPLAY -> this.operator.replayAll(queue, target, perSecond);
			default -> throw new ItemPath(queue, action, "").unknown("pause", "resume", REPLAY);
		});
	}

	/**
	 * Remove all messages of a queue in one state, in the background.
	 * @param queue the queue
	 * @param state the state
	 * @param perSecond how many per second at most; {@code null} for 100
	 * @return what goes on
	 */
	@DeleteOperation
	public WebEndpointResponse<OperationResponseBody> purge(@Selector String queue, @Selector MessageState state,
			@Nullable Integer perSecond) {
		return respond(() -> this.operator.purge(queue, state, perSecond));
	}

	/**
	 * Remove a message, or cancel work in the background.
	 * @param path the queue, {@code messages} or {@code operations}, and the id
	 * @return what came of it
	 */
	@DeleteOperation
	public WebEndpointResponse<OperationResponseBody> remove(@Selector(match = Match.ALL_REMAINING) String[] path) {
		ItemPath item = ItemPath.of(path);
		return respond(() -> switch (item.word()) {
			case MESSAGES -> changed(this.operator.delete(item.queue(), item.id()));
			case OPERATIONS -> this.operator.cancel(item.id());
			default -> throw item.unknown(MESSAGES, OPERATIONS);
		});
	}

	private boolean isShown(SecurityContext securityContext) {
		return this.endpoint.showPayload().isShown(securityContext, this.roles);
	}

	private static @Nullable ChangeDescriptor changed(ChangeDescriptor change) {
		return change.changed() ? change : null;
	}

	private static WebEndpointResponse<OperationResponseBody> respond(
			Supplier<@Nullable OperationResponseBody> operation) {
		try {
			OperationResponseBody body = operation.get();
			if (body == null) {
				return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
			}
			return new WebEndpointResponse<>(body,
					(body instanceof OperationDescriptor) ? ACCEPTED : WebEndpointResponse.STATUS_OK);
		}
		catch (UnknownQueueException ex) {
			return problem(ex, WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (StoreUnavailableException | OutcomeUnknownException ex) {
			return problem(ex, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

	private static WebEndpointResponse<OperationResponseBody> problem(Exception ex, int status) {
		return new WebEndpointResponse<>(new ProblemDescriptor(String.valueOf(ex.getMessage())), status);
	}

	/**
	 * Why something could not be done.
	 *
	 * @param problem what is wrong
	 */
	record ProblemDescriptor(String problem) implements OperationResponseBody {

	}

}
