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

package io.delayqueue.config;

import java.lang.reflect.Method;
import java.util.List;

import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.adapter.TestDelivery;
import io.delayqueue.support.PayloadMessageConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayListenerEndpointRegistrar}.
 */
class DelayListenerEndpointRegistrarTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final DelayListenerEndpointRegistry registry = new DelayListenerEndpointRegistry();

	private final DelayListenerEndpointRegistrar registrar = new DelayListenerEndpointRegistrar(this.registry,
			this.beanFactory);

	private final FakeContainerFactory factory = new FakeContainerFactory();

	private final Handler handler = new Handler();

	@Test
	void registersWhenAllAreCollected() {
		this.registrar.registerEndpoint(simple("first"), this.factory);
		assertThat(this.registry.getIds()).isEmpty();
		this.registrar.registerAll();
		assertThat(this.registry.getIds()).containsExactly("first");
		this.registrar.registerEndpoint(simple("late"), this.factory);
		assertThat(this.registry.getIds()).containsExactly("first", "late");
	}

	@Test
	void usesContainerFactoryBean() {
		this.beanFactory.registerSingleton(DelayListenerBeanNames.CONTAINER_FACTORY, this.factory);
		this.registrar.registerEndpoint(simple("first"));
		this.registrar.registerAll();
		assertThat(this.factory.getIds()).containsExactly("first");
	}

	@Test
	void prefersConfiguredContainerFactory() {
		this.beanFactory.registerSingleton(DelayListenerBeanNames.CONTAINER_FACTORY, new FakeContainerFactory());
		this.registrar.setContainerFactory(this.factory);
		this.registrar.registerEndpoint(simple("first"));
		this.registrar.registerAll();
		assertThat(this.factory.getIds()).containsExactly("first");
	}

	@Test
	void saysThatThereIsNoContainerFactory() {
		this.registrar.registerEndpoint(simple("first"));
		assertThatExceptionOfType(InvalidDelayListenerException.class).isThrownBy(this.registrar::registerAll)
			.withMessage("There is no container factory for listener 'first' of [a-queue]. Define a bean of type "
					+ "DelayListenerContainerFactory named 'delayListenerContainerFactory', or name another one");
	}

	@Test
	void saysSoAlsoWhereTheDefaultConverterHasNothingToWorkWith() {
		this.beanFactory.registerBeanDefinition("converter",
				BeanDefinitionBuilder.rootBeanDefinition(PayloadMessageConverter.class, () -> {
					throw new NoClassDefFoundError("JsonMapper");
				}).getBeanDefinition());
		this.registrar.registerEndpoint(method("first"));
		assertThatExceptionOfType(InvalidDelayListenerException.class).isThrownBy(this.registrar::registerAll)
			.withMessageStartingWith("There is no container factory for listener 'first'");
	}

	@Test
	void cannotBeConfiguredLate() {
		this.registrar.registerAll();
		assertThatIllegalStateException()
			.isThrownBy(() -> this.registrar.setMessageConverter(new StringMessageConverter()))
			.withMessage("The registrar can be configured by a DelayListenerConfigurer only, at start");
	}

	@Test
	void decodesWithoutAnyBean() throws Exception {
		assertThat(receive(method("first"), "{\"name\":\"a\"}")).isEqualTo(new Order("a"));
	}

	@Test
	void usesConverterBean() throws Exception {
		this.beanFactory.registerSingleton("converter", converterTo(new Order("bean")));
		assertThat(receive(method("first"), "{}")).isEqualTo(new Order("bean"));
	}

	@Test
	@SpringCitizen("configurers")
	void prefersConfiguredConverter() throws Exception {
		this.beanFactory.registerSingleton("converter", converterTo(new Order("bean")));
		this.registrar.setMessageConverter(converterTo(new Order("configured")));
		assertThat(receive(method("first"), "{}")).isEqualTo(new Order("configured"));
	}

	@Test
	void prefersConverterOfTheEndpoint() throws Exception {
		this.registrar.setMessageConverter(converterTo(new Order("configured")));
		MethodDelayListenerEndpoint endpoint = method("first");
		endpoint.setMessageConverter(converterTo(new Order("own")));
		assertThat(receive(endpoint, "{}")).isEqualTo(new Order("own"));
		assertThat(receive(method("second"), "{}")).isEqualTo(new Order("configured"));
	}

	@Test
	@SpringCitizen("arguments")
	void usesReplacedHandlerMethodFactory() throws Exception {
		this.registrar.setHandlerMethodFactory(handlerMethodFactory(converterTo(new Order("replaced"))));
		assertThat(receive(method("first"), "{}")).isEqualTo(new Order("replaced"));
	}

	@Test
	void keepsHandlerMethodFactoryOfTheEndpoint() throws Exception {
		MethodDelayListenerEndpoint endpoint = method("first");
		endpoint.setHandlerMethodFactory(handlerMethodFactory(converterTo(new Order("own"))));
		assertThat(receive(endpoint, "{}")).isEqualTo(new Order("own"));
	}

	@Test
	void refusesConverterThatAReplacedHandlerMethodFactoryWouldNotUse() {
		this.registrar.setHandlerMethodFactory(handlerMethodFactory(new ByteArrayMessageConverter()));
		MethodDelayListenerEndpoint endpoint = method("first");
		endpoint.setMessageConverter(new StringMessageConverter());
		this.registrar.registerEndpoint(endpoint, this.factory);
		assertThatIllegalStateException().isThrownBy(this.registrar::registerAll)
			.withMessageStartingWith("A message converter is set on listener 'first' of [a-queue] on method ")
			.withMessageEndingWith(", but the application's own factory for handler methods would not use it");
	}

	@Test
	void methodNeedsHandlerMethodFactory() {
		MethodDelayListenerEndpoint endpoint = method("first");
		assertThatIllegalStateException().isThrownBy(endpoint::getListener)
			.withMessageEndingWith("has no factory for handler methods. Register it through a "
					+ "DelayListenerEndpointRegistrar, or set one");
	}

	private @Nullable Object receive(DelayListenerEndpoint endpoint, String json) throws Exception {
		if (this.factory.getContainers().isEmpty()) {
			this.registrar.registerAll();
		}
		this.registrar.registerEndpoint(endpoint, this.factory);
		this.factory.getListener(endpoint.getId()).onMessage(TestDelivery.json(json));
		return this.handler.received;
	}

	private static PayloadMessageConverter converterTo(Object payload) {
		PayloadMessageConverter converter = mock();
		given(converter.fromMessage(any(), any(), any())).willReturn(payload);
		return converter;
	}

	private static DefaultMessageHandlerMethodFactory handlerMethodFactory(MessageConverter converter) {
		DefaultMessageHandlerMethodFactory factory = new DefaultMessageHandlerMethodFactory();
		factory.setMessageConverter(converter);
		factory.afterPropertiesSet();
		return factory;
	}

	private static SimpleDelayListenerEndpoint simple(String id) {
		return new SimpleDelayListenerEndpoint(id, "a-queue", (delivery) -> null);
	}

	private MethodDelayListenerEndpoint method(String id) {
		Method method = ReflectionUtils.findMethod(Handler.class, "handle", Order.class);
		assertThat(method).isNotNull();
		return new MethodDelayListenerEndpoint(id, List.of("a-queue"), this.handler, method);
	}

	record Order(String name) {

	}

	static class Handler {

		private @Nullable Object received;

		void handle(Order order) {
			this.received = order;
		}

	}

}
