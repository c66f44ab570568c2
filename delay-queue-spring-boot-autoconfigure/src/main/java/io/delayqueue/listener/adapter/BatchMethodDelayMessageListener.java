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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.delayqueue.listener.BatchDelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerExecutionFailedException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.Assert;

/**
 * Calls a method with the payloads or messages of several deliveries in a list, and with
 * the deliveries in another one if it takes that.
 *
 * @since 0.1.0
 */
public class BatchMethodDelayMessageListener implements BatchDelayMessageListener<BatchItem> {

	private static final int NAMED_IDS = 3;

	private final String description;

	private final int batchSize;

	private final DelayHandlerMethodFactory factory;

	private final ListenerHandlerMethod handlerMethod;

	private final @Nullable Function<Object, CompletionStage<?>> stages;

	private final @Nullable MethodParameter element;

	/**
	 * Create a listener.
	 * @param id the id of the listener
	 * @param bean the object to call
	 * @param method the method to call
	 * @param factory resolves the arguments
	 * @param batchSize how many messages the method takes at a time
	 * @throws IllegalStateException if the method can't be a batch listener
	 */
	public BatchMethodDelayMessageListener(String id, Object bean, Method method, DelayHandlerMethodFactory factory,
			int batchSize) {
		this.handlerMethod = new ListenerHandlerMethod(bean, method);
		this.description = ListenerSignature.describe(id, this.handlerMethod);
		this.batchSize = batchSize;
		this.factory = factory;
		ListenerSignature.checkCallable(this.handlerMethod);
		this.stages = ReturnedStages.of(this.handlerMethod.getReturnType().getParameterType());
		this.element = element(this.handlerMethod, factory);
	}

	private static @Nullable MethodParameter element(ListenerHandlerMethod method, DelayHandlerMethodFactory factory) {
		List<MethodParameter> parameters = List.of(method.getMethodParameters());
		List<MethodParameter> payloads = parameters.stream().filter((parameter) -> !isDeliveries(parameter)).toList();
		Assert.state(
				!parameters.isEmpty() && payloads.size() <= 1
						&& parameters.stream().allMatch((parameter) -> parameter.getParameterType() == List.class),
				"A batch listener takes a List of payloads or messages, a List<Delivery>, or both, but no other "
						+ "parameters");
		MethodParameter element = payloads.isEmpty() ? null : new ElementParameter(payloads.get(0));
		if (element != null) {
			ListenerSignature.checkDecodable(payloads.get(0), ResolvableType.forMethodParameter(element));
		}
		Assert.state(element == null || factory.canValidate(element),
				"Its payloads are to be validated, but there is no validator");
		return element;
	}

	private static boolean isDeliveries(MethodParameter parameter) {
		return ResolvableType.forMethodParameter(parameter).getGeneric().toClass() == Delivery.class;
	}

	@Override
	public boolean canSettle() {
		return List.of(this.handlerMethod.getMethodParameters())
			.stream()
			.anyMatch(BatchMethodDelayMessageListener::isDeliveries);
	}

	@Override
	public int getBatchSize() {
		return this.batchSize;
	}

	@Override
	public BatchItem prepare(Delivery delivery) {
		try {
			return new BatchItem(delivery, (this.element != null)
					? this.factory.resolve(this.element, DeliveryMessages.toMessage(delivery)) : null);
		}
		catch (ArgumentFailure ex) {
			throw ArgumentFailure.toRejection(this.description, delivery, ex.getReason());
		}
	}

	@Override
	public @Nullable CompletionStage<?> onMessages(List<BatchItem> items) {
		Object result;
		try {
			result = this.handlerMethod.doInvoke(arguments(items));
		}
		catch (Exception ex) {
			throw failed(items, ex);
		}
		if (this.stages == null || result == null) {
			return null;
		}
		return this.stages.apply(result).handle((value, failure) -> {
			if (failure != null) {
				throw new CompletionException(failed(items, failure));
			}
			return value;
		});
	}

	private Object[] arguments(List<BatchItem> items) {
		MethodParameter[] parameters = this.handlerMethod.getMethodParameters();
		Object[] arguments = new Object[parameters.length];
		for (int i = 0; i < parameters.length; i++) {
			arguments[i] = isDeliveries(parameters[i]) ? items.stream().map(BatchItem::delivery).toList() : Collections
				.unmodifiableList(items.stream().map(BatchItem::argument).collect(Collectors.toList()));
		}
		return arguments;
	}

	private ListenerExecutionFailedException failed(List<BatchItem> items, Throwable cause) {
		String ids = items.stream()
			.limit(NAMED_IDS)
			.map((item) -> item.delivery().getId())
			.collect(Collectors.joining("', '", "", (items.size() > NAMED_IDS) ? "', …" : ""));
		return new ListenerExecutionFailedException(this.description, items.get(0).delivery().getQueue(), ids, cause);
	}

	@Override
	public String toString() {
		return this.description;
	}

}
