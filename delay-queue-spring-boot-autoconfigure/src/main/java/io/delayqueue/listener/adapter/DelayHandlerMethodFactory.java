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

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.util.Assert;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/**
 * Makes listener methods callable with the arguments that Spring's messaging annotations
 * describe. The first resolver that supports a parameter wins: headers, message, custom
 * ones, and the payload for all else. Unlike Spring's own factory it takes an empty
 * payload for a payload, and its methods tell a failure of an argument from a failure of
 * the method.
 *
 * @since 0.1.0
 */
public class DelayHandlerMethodFactory implements MessageHandlerMethodFactory {

	private final HandlerMethodArgumentResolverComposite resolvers = new HandlerMethodArgumentResolverComposite();

	private final @Nullable Validator validator;

	/**
	 * Create a factory.
	 * @param converter converts payloads to what the methods take
	 * @param conversionService converts headers to what the methods take
	 * @param customResolvers resolve further kinds of parameters
	 * @param validator validates payloads that are to be validated, or {@code null} if
	 * there are none
	 * @param beanFactory resolves placeholders in the annotations of parameters, or
	 * {@code null}
	 */
	public DelayHandlerMethodFactory(MessageConverter converter, ConversionService conversionService,
			List<? extends HandlerMethodArgumentResolver> customResolvers, @Nullable Validator validator,
			@Nullable ConfigurableBeanFactory beanFactory) {
		Assert.notNull(converter, "'converter' must not be null");
		Assert.notNull(conversionService, "'conversionService' must not be null");
		this.validator = validator;
		this.resolvers.addResolver(new HeaderMethodArgumentResolver(conversionService, beanFactory));
		this.resolvers.addResolver(new HeadersMethodArgumentResolver());
		ListenerPayloadArgumentResolver payloads = new ListenerPayloadArgumentResolver(converter, validator);
		this.resolvers.addResolver(new ListenerMessageArgumentResolver(converter, payloads));
		this.resolvers.addResolvers(customResolvers);
		this.resolvers.addResolver(payloads);
	}

	@Override
	public InvocableHandlerMethod createInvocableHandlerMethod(Object bean, Method method) {
		InvocableHandlerMethod handlerMethod = new ListenerHandlerMethod(bean, method);
		handlerMethod.setMessageMethodArgumentResolvers(this.resolvers);
		return handlerMethod;
	}

	@Nullable Object resolve(MethodParameter parameter, Message<?> message) {
		try {
			return this.resolvers.resolveArgument(parameter, message);
		}
		catch (Exception ex) {
			throw new ArgumentFailure(ex);
		}
	}

	boolean isPayload(MethodParameter parameter) {
		return !ListenerSignature.isProvided(parameter) && this.resolvers.getResolvers()
			.stream()
			.filter((resolver) -> resolver.supportsParameter(parameter))
			.findFirst()
			.filter(PayloadMethodArgumentResolver.class::isInstance)
			.isPresent();
	}

	boolean canValidate(MethodParameter parameter) {
		return this.validator != null || !isToBeValidated(parameter)
				|| (!isPayload(parameter) && parameter.getParameterType() != Message.class);
	}

	private static boolean isToBeValidated(MethodParameter parameter) {
		for (Annotation annotation : PayloadAnnotations.of(parameter, Message.class)) {
			if (ValidationAnnotationUtils.determineValidationHints(annotation) != null) {
				return true;
			}
		}
		return false;
	}

}
