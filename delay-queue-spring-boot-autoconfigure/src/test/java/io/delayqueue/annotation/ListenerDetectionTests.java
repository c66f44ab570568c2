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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.ListenerBeans.ComposedAndDirect;
import io.delayqueue.annotation.ListenerBeans.ComposedOnly;
import io.delayqueue.annotation.ListenerBeans.Generic;
import io.delayqueue.annotation.ListenerBeans.GenericByInterface;
import io.delayqueue.annotation.ListenerBeans.Implementing;
import io.delayqueue.annotation.ListenerBeans.ImplementingTwo;
import io.delayqueue.annotation.ListenerBeans.InContainer;
import io.delayqueue.annotation.ListenerBeans.Inheriting;
import io.delayqueue.annotation.ListenerBeans.InheritingDefault;
import io.delayqueue.annotation.ListenerBeans.Overriding;
import io.delayqueue.annotation.ListenerBeans.OverridingAnew;
import io.delayqueue.annotation.ListenerBeans.OverridingComposed;
import io.delayqueue.annotation.ListenerBeans.OverridingGeneric;
import io.delayqueue.annotation.ListenerBeans.OverridingInterface;
import io.delayqueue.annotation.ListenerBeans.Plain;
import io.delayqueue.annotation.ListenerBeans.Receiver;
import io.delayqueue.annotation.ListenerBeans.Repeated;
import io.delayqueue.annotation.ListenerBeans.WithoutListeners;
import io.delayqueue.listener.adapter.TestDelivery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.MockMakers;
import org.mockito.Mockito;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for which methods {@link DelayListenerAnnotationBeanPostProcessor} takes for
 * listeners.
 */
class ListenerDetectionTests {

	static Stream<Row> table() {
		return Stream.of(new Row("plain", Plain::new, "plain"), new Row("not annotated at all", WithoutListeners::new),
				new Row("inherited", Inheriting::new, "plain"),
				new Row("overridden without an annotation", Overriding::new, "plain"),
				new Row("overridden with a new annotation", OverridingAnew::new, "anew"),
				new Row("overridden with a composed annotation", OverridingComposed::new, "composed"),
				new Row("of an interface alone", Implementing::new, "interface"),
				new Row("of two interfaces", ImplementingTwo::new, "interface"),
				new Row("of an interface, with a new annotation", OverridingInterface::new, "anew"),
				new Row("default method of an interface", InheritingDefault::new, "default"),
				new Row("repeated", Repeated::new, "first", "second"),
				new Row("in the container", InContainer::new, "first", "second"),
				new Row("composed", ComposedOnly::new, "composed"),
				new Row("composed and direct", ComposedAndDirect::new, "direct", "composed"),
				new Row("generic, with a bridge", Generic::new, "generic"),
				new Row("generic, overridden", OverridingGeneric::new, "generic"),
				new Row("generic, of an interface alone", GenericByInterface::new, "interface"));
	}

	static Stream<Row> tableBehindProxiesAndSpies() {
		return table().flatMap((row) -> Stream.of(row.behind("proxy of the class", ListenerDetectionTests::proxy),
				row.behind("inline spy", (bean) -> spy(bean, MockMakers.INLINE)),
				row.behind("spy that is a subclass", (bean) -> spy(bean, MockMakers.SUBCLASS)),
				row.behind("spy of a proxy of the class", (bean) -> spy(proxy(bean), MockMakers.INLINE))));
	}

	@ParameterizedTest
	@MethodSource({ "table", "tableBehindProxiesAndSpies" })
	@SpringCitizen({ "meta-annotations", "nearest declaration", "is overridden or of an interface", "is spied on" })
	void nearestDeclarationWins(Row row) throws Exception {
		Receiver target = row.target().get();
		Object bean = row.wrapping().apply(target);
		try (ListenerContext context = new ListenerContext((it) -> it.registerBean("bean", Object.class, () -> bean))) {
			assertThat(context.queues()).containsExactlyInAnyOrderElementsOf(row.queues());
			for (String id : context.ids()) {
				context.factory().getListener(id).onMessage(TestDelivery.text("p"));
			}
			assertThat(target.received).hasSameSizeAs(row.queues());
		}
	}

	@Test
	@SpringCitizen("lazy initialization")
	void tellsWhetherThereAreListenerMethods() {
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(Implementing.class)).isTrue();
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(WithoutListeners.class)).isFalse();
	}

	private static Object proxy(Object bean) {
		ProxyFactory factory = new ProxyFactory(bean);
		factory.setProxyTargetClass(true);
		return factory.getProxy();
	}

	private static Object spy(Object bean, String mockMaker) {
		return Mockito.mock(bean.getClass(),
				withSettings().spiedInstance(bean).mockMaker(mockMaker).defaultAnswer(Mockito.CALLS_REAL_METHODS));
	}

	/**
	 * A row of the table.
	 *
	 * @param description how the method is annotated
	 * @param target makes what has the method
	 * @param wrapping makes the bean of it
	 * @param queues the queues that the bean listens to
	 */
	record Row(String description, Supplier<Receiver> target, Function<Object, Object> wrapping, List<String> queues) {

		Row(String description, Supplier<Receiver> target, String... queues) {
			this(description, target, (bean) -> bean, List.of(queues));
		}

		Row behind(String name, Function<Object, Object> wrapping) {
			return new Row(this.description + ", " + name, this.target, wrapping, this.queues);
		}

		@Override
		public String toString() {
			return this.description;
		}

	}

}
