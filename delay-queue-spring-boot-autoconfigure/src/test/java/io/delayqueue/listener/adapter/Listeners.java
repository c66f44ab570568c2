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
import java.util.Arrays;
import java.util.List;

import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.support.PayloadMessageConverter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.validation.Validator;

/**
 * Makes listeners of methods for tests.
 */
final class Listeners {

	private static final PayloadMessageConverter CONVERTER = new PayloadMessageConverter(JsonMapper.builder().build());

	private Listeners() {
	}

	static DelayMessageListener of(Object bean, String method) {
		return of(bean, method, factory(null));
	}

	static DelayMessageListener of(Object bean, String method, MessageHandlerMethodFactory factory) {
		return new MethodDelayMessageListener("closer", bean, find(bean.getClass(), method), factory);
	}

	static DelayHandlerMethodFactory factory(@Nullable Validator validator,
			HandlerMethodArgumentResolver... customResolvers) {
		return new DelayHandlerMethodFactory(CONVERTER, new DefaultFormattingConversionService(),
				List.of(customResolvers), validator, new DefaultListableBeanFactory());
	}

	static MessageHandlerMethodFactory springsOwnFactory() {
		DefaultMessageHandlerMethodFactory factory = new DefaultMessageHandlerMethodFactory();
		factory.setMessageConverter(CONVERTER);
		factory.afterPropertiesSet();
		return factory;
	}

	static Method find(Class<?> type, String name) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name) && !method.isBridge())
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No method " + name + " in " + type));
	}

}
