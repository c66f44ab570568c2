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

package io.delayqueue.listener.adapter;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.delayqueue.LeaseLostException;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerExecutionFailedException;
import io.delayqueue.listener.MessageRejectedException;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessagingException;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/**
 * Calls a method. What goes wrong before the method runs, because the message does not
 * fit its parameters, is a {@link MessageRejectedException}; what the method itself
 * throws is wrapped in a {@link ListenerExecutionFailedException}.
 * <p>
 * Whether the lease still lasts is looked at right before the method is called, when its
 * arguments have been resolved; if it does not, a {@link LeaseLostException} is thrown
 * instead. That holds for methods made by a {@link DelayHandlerMethodFactory}. One made
 * by another factory resolves its arguments and calls the method in one go: there the
 * last look is before the arguments are resolved, and a lease that is lost during a slow
 * conversion is not noticed.
 *
 * @since 0.1.0
 */
public class MethodDelayMessageListener implements DelayMessageListener {

	private final String description;

	private final InvocableHandlerMethod handlerMethod;

	private final @Nullable Function<Object, CompletionStage<?>> stages;

	private final boolean takesDelivery;

	private final boolean takesAcknowledgment;

	/**
	 * Create a listener.
	 * @param id the id of the listener
	 * @param bean the object to call
	 * @param method the method to call
	 * @param factory makes the method callable
	 * @throws IllegalStateException if the method can't be a listener
	 */
	public MethodDelayMessageListener(String id, Object bean, Method method, MessageHandlerMethodFactory factory) {
		this.handlerMethod = factory.createInvocableHandlerMethod(bean, method);
		this.description = ListenerSignature.describe(id, this.handlerMethod);
		ListenerSignature.checkCallable(this.handlerMethod);
		this.stages = ReturnedStages.of(this.handlerMethod.getReturnType().getParameterType());
		ListenerSignature.check(this.handlerMethod, factory);
		this.takesDelivery = ListenerSignature.takes(this.handlerMethod, Delivery.class);
		this.takesAcknowledgment = ListenerSignature.takes(this.handlerMethod, Acknowledgment.class);
	}

	@Override
	public boolean canSettle() {
		return this.takesDelivery || this.takesAcknowledgment;
	}

	@Override
	public @Nullable CompletionStage<?> onMessage(Delivery delivery) {
		Object result = invoke(delivery, DeliveryMessages.toMessage(delivery));
		if (this.stages == null || result == null) {
			return null;
		}
		return this.stages.apply(result).handle((value, failure) -> {
			if (failure != null) {
				throw new CompletionException(failed(delivery, unwrap(failure)));
			}
			return value;
		});
	}

	private @Nullable Object invoke(Delivery delivery, Message<?> message) {
		try {
			@Nullable Object[] provided = provided(delivery);
			if (this.handlerMethod instanceof ListenerHandlerMethod own) {
				return own.invoke(delivery, message, provided);
			}
			ListenerHandlerMethod.checkLease(delivery);
			return this.handlerMethod.invoke(message, provided);
		}
		catch (ArgumentFailure ex) {
			throw ArgumentFailure.toRejection(this.description, delivery, ex.getReason());
		}
		catch (Exception ex) {
			throw isAboutArguments(ex, message) ? ArgumentFailure.toRejection(this.description, delivery, ex)
					: failed(delivery, ex);
		}
	}

	// Not what nobody takes: a parameter of type Object would get it.
	private Object[] provided(Delivery delivery) {
		List<Object> provided = new ArrayList<>(2);
		if (this.takesDelivery) {
			provided.add(delivery);
		}
		if (this.takesAcknowledgment) {
			provided.add(delivery.getAcknowledgment());
		}
		return provided.toArray();
	}

	// A method made by another factory does not tell; its resolvers and converters name
	// the message that they failed on.
	private boolean isAboutArguments(Exception failure, Message<?> message) {
		return !(this.handlerMethod instanceof ListenerHandlerMethod) && failure instanceof MessagingException ex
				&& ex.getFailedMessage() == message;
	}

	private RuntimeException failed(Delivery delivery, Throwable cause) {
		if (cause instanceof MessageRejectedException || cause instanceof LeaseLostException
				|| cause instanceof ListenerExecutionFailedException) {
			return (RuntimeException) cause;
		}
		return new ListenerExecutionFailedException(this.description, delivery.getQueue(), delivery.getId(), cause);
	}

	private static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	@Override
	public String toString() {
		return this.description;
	}

}
