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

import java.util.function.UnaryOperator;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.citizen.ListenerOfAnotherPackage;
import io.delayqueue.config.InvalidDelayListenerException;
import io.delayqueue.listener.adapter.TestDelivery;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.mockito.MockMakers;
import org.mockito.Mockito;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for listener methods of beans that are proxies or spies.
 */
class ProxiedListenerTests {

	private int calls;

	@Test
	@KnownFault("spring-amqp#2456")
	@SpringCitizen("nearest declaration")
	void callsSpyOfSubclassOnce() throws Exception {
		callsSpyOnce(MockMakers.SUBCLASS);
	}

	@Test
	@KnownFault("spring-amqp#2456")
	@SpringCitizen("nearest declaration")
	void callsInlineSpyOnce() throws Exception {
		callsSpyOnce(MockMakers.INLINE);
	}

	@Test
	@SpringCitizen({ "nearest declaration", "is proxied" })
	void callsClassProxyOfBeanAnnotatedInInterface() throws Exception {
		callsThroughProxy((bean) -> proxy(bean, true));
	}

	@Test
	@SpringCitizen("is proxied")
	void callsInterfaceProxyOfBeanAnnotatedInInterface() throws Exception {
		callsThroughProxy((bean) -> proxy(bean, false));
	}

	@Test
	@SpringCitizen("what cannot be called")
	void refusesInterfaceProxyWithoutTheMethod() {
		assertThatExceptionOfType(InvalidDelayListenerException.class)
			.isThrownBy(() -> contextWith(new Hidden(), (bean) -> proxy(bean, false)))
			.withMessageStartingWith("Can't listen with method void " + Hidden.class.getName()
					+ ".hidden(java.lang.String) of bean 'bean': Need to invoke method 'hidden'")
			.withMessageContaining("pull the method up to an interface or switch to CGLIB proxies");
	}

	@Test
	@SpringCitizen("what cannot be called")
	void refusesFinalMethodOfClassProxy() {
		assertThatExceptionOfType(InvalidDelayListenerException.class)
			.isThrownBy(() -> contextWith(new Final(), (bean) -> proxy(bean, true)))
			.withMessageEndingWith(
					": It is final, so the call would reach the proxy instead of the bean. Remove 'final'");
	}

	@Test
	@SpringCitizen("what cannot be called")
	void refusesMethodThatTheClassProxyCannotOverride() {
		assertThatExceptionOfType(InvalidDelayListenerException.class)
			.isThrownBy(() -> contextWith(new Inheriting(), (bean) -> proxy(bean, true)))
			.withMessageContaining(" of bean 'bean': It is visible in its own package only")
			.withMessageEndingWith("Make it protected or public");
	}

	@Test
	void callsMethodOfAnotherPackageWithoutAProxy() throws Exception {
		Inheriting bean = new Inheriting();
		try (ListenerContext context = contextWith(bean, (it) -> it)) {
			context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p"));
			assertThat(bean.getReceived()).isEqualTo("p");
		}
	}

	private void callsSpyOnce(String mockMaker) throws Exception {
		Annotating spy = Mockito.mock(Annotating.class,
				withSettings().spiedInstance(new Annotating())
					.mockMaker(mockMaker)
					.defaultAnswer(Mockito.CALLS_REAL_METHODS));
		try (ListenerContext context = contextWith(spy, (bean) -> bean)) {
			assertThat(context.ids()).containsExactly("bean.handle");
			context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p"));
			then(spy).should().handle("p");
		}
	}

	private void callsThroughProxy(UnaryOperator<Object> proxying) throws Exception {
		Implementing target = new Implementing();
		try (ListenerContext context = contextWith(target, proxying)) {
			assertThat(context.ids()).containsExactly("bean.handle");
			context.factory().getListener("bean.handle").onMessage(TestDelivery.text("p"));
		}
		assertThat(target.received).isEqualTo("p");
		assertThat(this.calls).isOne();
	}

	private Object proxy(Object bean, boolean ofClass) {
		ProxyFactory factory = new ProxyFactory(bean);
		factory.setProxyTargetClass(ofClass);
		factory.addAdvice((MethodInterceptor) (invocation) -> {
			this.calls++;
			return invocation.proceed();
		});
		return factory.getProxy();
	}

	private static ListenerContext contextWith(Object bean, UnaryOperator<Object> proxying) {
		Object proxy = proxying.apply(bean);
		return new ListenerContext((context) -> register(context, proxy));
	}

	private static void register(AnnotationConfigApplicationContext context, Object bean) {
		context.registerBean("bean", Object.class, () -> bean);
	}

	interface Annotated {

		@DelayListener("interface")
		void handle(String payload);

	}

	static class Implementing implements Annotated {

		private String received = "";

		@Override
		public void handle(String payload) {
			this.received = payload;
		}

	}

	// A spy that is a subclass repeats the annotation.
	static class Annotating {

		@DelayListener("class")
		void handle(String payload) {
		}

	}

	static class Hidden implements Runnable {

		@Override
		public void run() {
		}

		@DelayListener("hidden")
		void hidden(String payload) {
		}

	}

	static class Inheriting extends ListenerOfAnotherPackage {

	}

	static class Final {

		@DelayListener("final")
		final void handle(String payload) {
		}

	}

}
