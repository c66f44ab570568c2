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

import java.util.HashMap;
import java.util.Map;

import io.delayqueue.SpringCitizen;
import io.delayqueue.config.DelayListenerConfigurer;
import io.delayqueue.config.FakeContainer;
import io.delayqueue.config.SimpleDelayListenerEndpoint;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.SimpleThreadScope;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when listeners are registered and started, and in which context.
 */
class LateListenerTests {

	@Test
	void startsWithTheContextAndStopsWithIt() {
		FakeContainer container;
		try (ListenerContext context = ListenerContext.of(Plain.class)) {
			container = context.only();
			assertThat(container.isRunning()).isTrue();
			assertThat(context.registry().isRunning()).isTrue();
			context.context().stop();
			assertThat(container.isRunning()).isFalse();
			context.context().start();
			assertThat(container.isRunning()).isTrue();
		}
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	@SpringCitizen({ "resolved late", "is lazy" })
	void lazyBeanListensOnceItIsCreated() {
		try (ListenerContext context = new ListenerContext(
				(it) -> register(it, "lazy", (definition) -> definition.setLazyInit(true)))) {
			assertThat(context.ids()).isEmpty();
			context.context().getBean("lazy");
			assertThat(context.ids()).containsExactly("lazy.handle");
			assertThat(context.only().isRunning()).isTrue();
		}
	}

	@Test
	@SpringCitizen("is a prototype")
	void eachPrototypeListens() {
		try (ListenerContext context = new ListenerContext((it) -> register(it, "prototype",
				(definition) -> definition.setScope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)))) {
			assertThat(context.ids()).isEmpty();
			context.context().getBean("prototype");
			context.context().getBean("prototype");
			assertThat(context.ids()).containsExactly("prototype.handle", "prototype.handle#2");
		}
	}

	@Test
	@SpringCitizen("is scoped")
	void scopedBeanWithoutAProxyListensAsLongAsItLives() {
		EndingScope scope = new EndingScope();
		try (ListenerContext context = new ListenerContext((it) -> {
			it.getBeanFactory().registerScope("ending", scope);
			register(it, "bean", (definition) -> definition.setScope("ending"));
		})) {
			context.context().getBean("bean");
			FakeContainer first = context.only();
			assertThat(first.isRunning()).isTrue();
			scope.remove("bean");
			assertThat(first.isRunning()).isFalse();
			assertThat(context.registry().getIds()).isEmpty();
			context.context().getBean("bean");
			assertThat(context.registry().getIds()).containsExactly("bean.handle");
			assertThat(context.registry().getContainers()).singleElement().isNotSameAs(first);
		}
	}

	@Test
	@SpringCitizen("resolved late")
	void beanListensNoLongerOnceItIsDestroyed() {
		try (ListenerContext context = ListenerContext.of(Plain.class)) {
			FakeContainer first = context.only();
			context.context().removeBeanDefinition("bean");
			assertThat(first.isRunning()).isFalse();
			context.context().registerBean("bean", Plain.class);
			context.context().getBean("bean");
			assertThat(context.registry().getIds()).containsExactly("bean.handle");
			assertThat(context.registry().getContainers()).singleElement().isNotSameAs(first);
		}
	}

	@Test
	@SpringCitizen("is a prototype")
	void prototypeListensNoLongerOnceItIsDestroyed() {
		try (ListenerContext context = new ListenerContext((it) -> register(it, "prototype",
				(definition) -> definition.setScope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)))) {
			Object bean = context.context().getBean("prototype");
			context.context().getBean("prototype");
			context.context().getAutowireCapableBeanFactory().destroyBean(bean);
			assertThat(context.registry().getIds()).containsExactly("prototype.handle#2");
		}
	}

	@Test
	void beanCreatedByAnotherListenersAttributesListens() {
		try (ListenerContext context = new ListenerContext((it) -> {
			register(it, "lazy", (definition) -> definition.setLazyInit(true));
			it.registerBean("bean", Referring.class);
		})) {
			assertThat(context.ids()).containsExactly("lazy.handle", "referring");
		}
	}

	@Test
	@SpringCitizen({ "own context", "is in a parent context" })
	void childHasListenersOfItsOwn() {
		DelayListenerConfigurer configurer = (registrar) -> registrar
			.registerEndpoint(new SimpleDelayListenerEndpoint("programmatic", "a", (delivery) -> null));
		try (ListenerContext parent = new ListenerContext((it) -> {
			it.registerBean("bean", Plain.class);
			it.registerBean(DelayListenerConfigurer.class, () -> configurer);
		})) {
			ListenerContext child = new ListenerContext(parent.context(), (it) -> it.registerBean("bean", Plain.class));
			assertThat(child.ids()).containsExactly("bean.handle");
			assertThat(child.only().isRunning()).isTrue();
			child.close();
			assertThat(child.only().isRunning()).isFalse();
			assertThat(parent.ids()).containsExactly("programmatic", "bean.handle");
			assertThat(parent.factory().getContainers()).allMatch(FakeContainer::isRunning);
		}
	}

	private static void register(AnnotationConfigApplicationContext context, String name,
			BeanDefinitionCustomizer customizer) {
		context.registerBean(name, Plain.class, customizer);
	}

	static class Plain {

		@DelayListener("plain")
		void handle(String payload) {
		}

	}

	static class Referring {

		@DelayListener(id = "#{@lazy != null ? 'referring' : ''}", queues = "referring")
		void handle(String payload) {
		}

	}

	/**
	 * A scope that ends when it is told to.
	 */
	static class EndingScope extends SimpleThreadScope {

		private final Map<String, Runnable> callbacks = new HashMap<>();

		@Override
		public void registerDestructionCallback(String name, Runnable callback) {
			this.callbacks.put(name, callback);
		}

		@Override
		public Object remove(String name) {
			this.callbacks.remove(name).run();
			return super.remove(name);
		}

	}

}
