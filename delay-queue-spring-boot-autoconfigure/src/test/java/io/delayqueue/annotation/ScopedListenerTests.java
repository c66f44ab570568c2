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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.delayqueue.SpringCitizen;
import io.delayqueue.config.InvalidDelayListenerException;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.adapter.TestDelivery;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for listeners of beans that are scoped behind a proxy: nobody may ever ask for
 * what is behind it.
 */
class ScopedListenerTests {

	private static final List<String> CALLS = new ArrayList<>();

	@Test
	@SpringCitizen("is scoped")
	void listensFromTheStartWithWhatIsBehindTheProxyAtTheTime() throws Exception {
		listensFromTheStart(OfClass.class, "ofClass");
	}

	@Test
	@SpringCitizen("is scoped")
	void listensThroughAProxyOfInterfacesToo() throws Exception {
		listensFromTheStart(OfInterfaces.class, "ofInterfaces");
	}

	@Test
	@SpringCitizen({ "is scoped", "is asynchronous" })
	void isRefusedWhenItTurnsOutToBeAsynchronous() {
		try (ListenerContext context = scoped((it) -> it.register(Asynchronously.class, Asynchronous.class))) {
			DelayMessageListener listener = context.factory().getListener("scopedListenerTests.Asynchronous.handle");
			assertThatException().isThrownBy(() -> listener.onMessage(TestDelivery.text("p")))
				.havingRootCause()
				.withMessageStartingWith("It is asynchronous");
			assertThatException().isThrownBy(() -> listener.onMessage(TestDelivery.text("p")))
				.satisfies((failure) -> assertThat(causes(failure))
					.hasAtLeastOneElementOfType(InvalidDelayListenerException.class));
		}
	}

	private static List<Throwable> causes(Throwable failure) {
		List<Throwable> causes = new ArrayList<>();
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			causes.add(cause);
		}
		return causes;
	}

	private static void listensFromTheStart(Class<?> type, String name) throws Exception {
		SimpleThreadScope scope = new SimpleThreadScope();
		CALLS.clear();
		try (ListenerContext context = new ListenerContext((it) -> {
			it.getBeanFactory().registerScope("thread", scope);
			it.registerBean(name, type);
		})) {
			assertThat(context.queues()).containsExactly("scoped");
			DelayMessageListener listener = context.factory().getListener(context.ids().get(0));
			listener.onMessage(TestDelivery.text("p"));
			scope.remove("scopedTarget." + name);
			listener.onMessage(TestDelivery.text("p"));
			assertThat(context.ids()).hasSize(1);
		}
		assertThat(CALLS).hasSize(2).doesNotHaveDuplicates();
	}

	private static ListenerContext scoped(Consumer<AnnotationConfigApplicationContext> setUp) {
		return new ListenerContext((it) -> {
			it.getBeanFactory().registerScope("thread", new SimpleThreadScope());
			setUp.accept(it);
		});
	}

	@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class OfClass {

		@DelayListener("scoped")
		void handle(String payload) {
			CALLS.add(toString());
		}

	}

	interface Handling {

		@DelayListener("scoped")
		void handle(String payload);

	}

	@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
	static class OfInterfaces implements Handling {

		@Override
		public void handle(String payload) {
			CALLS.add(toString());
		}

	}

	@EnableAsync
	@Configuration(proxyBeanMethods = false)
	static class Asynchronously {

	}

	@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class Asynchronous {

		@Async
		@DelayListener("scoped")
		void handle(String payload) {
		}

	}

}
