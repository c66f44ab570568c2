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

package io.delayqueue.annotation;

import java.util.List;
import java.util.Locale;

import io.delayqueue.SpringCitizen;
import io.delayqueue.config.DelayListenerConfigurer;
import io.delayqueue.config.DelayListenerEndpointRegistrar;
import io.delayqueue.config.MethodDelayListenerEndpoint;
import io.delayqueue.config.SimpleDelayListenerEndpoint;
import io.delayqueue.listener.MessageRejectedException;
import io.delayqueue.listener.adapter.TestDelivery;
import org.junit.jupiter.api.Test;

import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DelayListenerConfigurer} beans.
 */
class ListenerConfigurerTests {

	@Test
	@SpringCitizen("configurers")
	void registersEndpointOfAMethod() throws Exception {
		Unannotated handler = new Unannotated();
		DelayListenerConfigurer configurer = (registrar) -> registrar
			.registerEndpoint(new MethodDelayListenerEndpoint("programmatic", List.of("a"), handler,
					ReflectionUtils.findMethod(Unannotated.class, "handle", Tenant.class)));
		try (ListenerContext context = contextWith(configurer)) {
			context.factory().getListener("programmatic").onMessage(TestDelivery.json("{\"name\":\"acme\"}"));
			assertThat(handler.received).isEqualTo(new Tenant("acme"));
		}
	}

	@Test
	@SpringCitizen("configurers")
	void addsArgumentResolver() throws Exception {
		WithTenant handler = new WithTenant();
		try (ListenerContext context = contextWith(handler, new WithResolver())) {
			context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p"));
			assertThat(handler.received).isEqualTo("p of acme");
		}
	}

	@Test
	@SpringCitizen("configurers")
	void setsValidator() {
		Validator validator = Validator.forInstanceOf(String.class, (value, errors) -> errors.reject("never"));
		try (ListenerContext context = contextWith(new Validating(),
				(registrar) -> registrar.setValidator(validator))) {
			assertThatExceptionOfType(MessageRejectedException.class)
				.isThrownBy(() -> context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p")));
		}
	}

	@Test
	@SpringCitizen("configurers")
	void setsConversionService() throws Exception {
		DefaultConversionService conversionService = new DefaultConversionService();
		conversionService.addConverter(String.class, Tenant.class, Tenant::new);
		WithTenantHeader handler = new WithTenantHeader();
		try (ListenerContext context = contextWith(handler,
				(registrar) -> registrar.setConversionService(conversionService))) {
			context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p"));
			assertThat(handler.received).isEqualTo(new Tenant("orders"));
		}
	}

	@Test
	void areCalledInTheirOrder() {
		try (ListenerContext context = new ListenerContext((it) -> {
			it.registerBean(Second.class);
			it.registerBean(First.class);
		})) {
			assertThat(context.ids()).containsExactly("first", "second");
		}
	}

	private static ListenerContext contextWith(DelayListenerConfigurer configurer) {
		return contextWith(new Object(), configurer);
	}

	private static ListenerContext contextWith(Object bean, DelayListenerConfigurer configurer) {
		return new ListenerContext((context) -> {
			context.registerBean("bean", Object.class, () -> bean);
			context.registerBean(DelayListenerConfigurer.class, () -> configurer);
		});
	}

	record Tenant(String name) {

	}

	static class Unannotated {

		private Tenant received = new Tenant("");

		void handle(Tenant payload) {
			this.received = payload;
		}

	}

	static class WithTenant {

		private String received = "";

		@DelayListener("a")
		void handle(String payload, Tenant tenant) {
			this.received = payload + " of " + tenant.name();
		}

	}

	static class WithTenantHeader {

		private Tenant received = new Tenant("");

		@DelayListener("a")
		void handle(@Header("delayqueue_queue") Tenant tenant) {
			this.received = tenant;
		}

	}

	static class Validating {

		@DelayListener("a")
		void handle(@Validated String payload) {
		}

	}

	static class WithResolver implements DelayListenerConfigurer {

		@Override
		public void configureDelayListeners(DelayListenerEndpointRegistrar registrar) {
			registrar.addArgumentResolver(new HandlerMethodArgumentResolver() {

				@Override
				public boolean supportsParameter(MethodParameter parameter) {
					return parameter.getParameterType() == Tenant.class;
				}

				@Override
				public Object resolveArgument(MethodParameter parameter, Message<?> message) {
					return new Tenant("acme");
				}

			});
		}

	}

	abstract static class Registering implements DelayListenerConfigurer {

		@Override
		public void configureDelayListeners(DelayListenerEndpointRegistrar registrar) {
			String id = getClass().getSimpleName().toLowerCase(Locale.ROOT);
			registrar.registerEndpoint(new SimpleDelayListenerEndpoint(id, "a", (delivery) -> null));
		}

	}

	@Order(1)
	static class First extends Registering {

	}

	@Order(2)
	static class Second extends Registering {

	}

}
