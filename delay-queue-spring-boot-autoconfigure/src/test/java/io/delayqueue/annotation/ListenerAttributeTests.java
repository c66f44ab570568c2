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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import io.delayqueue.SpringCitizen;
import io.delayqueue.config.DelayListenerEndpoint;
import io.delayqueue.config.FakeContainerFactory;
import io.delayqueue.config.ListenerSettingsOverrides;
import io.delayqueue.config.MethodDelayListenerEndpoint;
import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.DelayListenerErrorHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the attributes of {@link DelayListener}.
 */
class ListenerAttributeTests {

	private static final Map<String, Object> PROPERTIES = Map.ofEntries(Map.entry("id", "the-id"),
			Map.entry("queue", "the-queue"), Map.entry("concurrency", "8"), Map.entry("mode", "manual"),
			Map.entry("start", "false"), Map.entry("lease", "2m"), Map.entry("retries", "0"), Map.entry("dead", "true"),
			Map.entry("converter", "converterBean"), Map.entry("errors", "errorHandlerBean"),
			Map.entry("executor", "executorBean"), Map.entry("factory", "otherFactory"));

	private final FakeContainerFactory otherFactory = new FakeContainerFactory();

	@Test
	@SpringCitizen("attributes")
	void leavesEmptyAttributesToTheFactory() {
		try (ListenerContext context = ListenerContext.of(Plain.class)) {
			DelayListenerEndpoint endpoint = context.only().getEndpoint();
			assertThat(endpoint.getId()).isEqualTo("bean.handle");
			assertThat(endpoint.getQueues()).containsExactly("plain");
			assertThat(endpoint.getOverrides()).isEqualTo(ListenerSettingsOverrides.NONE);
			assertThat(endpoint.getAutoStartup()).isNull();
			assertThat(endpoint.isDeadLetters()).isFalse();
			assertThat(endpoint.getExecutor()).isNull();
			assertThat(endpoint.getErrorHandler()).isNull();
			assertThat(((MethodDelayListenerEndpoint) endpoint).getMessageConverter()).isNull();
		}
	}

	@Test
	@SpringCitizen({ "attributes", "start and pause" })
	void takesPlaceholders() {
		assertResolved(Placeholders.class);
	}

	@Test
	@SpringCitizen("attributes")
	void takesExpressions() {
		assertResolved(Expressions.class);
	}

	@Test
	void leavesPlaceholdersThatAreEmptyToTheFactory() {
		try (ListenerContext context = ListenerContext.of(EmptyPlaceholders.class)) {
			assertThat(context.only().getEndpoint().getOverrides()).isEqualTo(ListenerSettingsOverrides.NONE);
		}
	}

	@ParameterizedTest
	@CsvSource({ "500, PT0.5S", "5s, PT5S", "PT5S, PT5S", "1m, PT1M", "'1m 30s', PT1M30S" })
	@SpringCitizen("attributes")
	void takesDurationInAnyStyle(String text, Duration lease) {
		try (ListenerContext context = new ListenerContext((it) -> {
			ListenerContext.properties(it, Map.of("lease", text));
			it.registerBean("bean", WithLease.class);
		})) {
			assertThat(context.only().getEndpoint().getOverrides().lease()).isEqualTo(lease);
		}
	}

	@Test
	void takesQueuesFromExpressions() {
		try (ListenerContext context = new ListenerContext((it) -> {
			it.registerBean("names", Names.class);
			it.registerBean("bean", SeveralQueues.class);
		})) {
			assertThat(context.queues()).containsExactly("direct", "a", "b", "c", "d");
		}
	}

	@Test
	@SpringCitizen("named beans")
	void takesInstancesFromExpressions() {
		try (ListenerContext context = new ListenerContext((it) -> {
			it.registerBean("names", Names.class);
			it.registerBean("bean", WithInstances.class);
		})) {
			MethodDelayListenerEndpoint endpoint = (MethodDelayListenerEndpoint) context.only().getEndpoint();
			Names names = context.context().getBean(Names.class);
			assertThat(endpoint.getExecutor()).isSameAs(names.getExecutor());
			assertThat(endpoint.getMessageConverter()).isSameAs(names.getConverter());
		}
	}

	@Test
	void countsDefaultIds() {
		try (ListenerContext context = ListenerContext.of(Overloaded.class)) {
			assertThat(context.factory().getContainers())
				.extracting((container) -> container.getId() + " " + container.getQueues())
				.containsExactly("bean.handle [a]", "bean.handle#2 [b]", "bean.handle#3 [c]");
		}
	}

	private void assertResolved(Class<?> bean) {
		try (ListenerContext context = new ListenerContext((it) -> setUp(it, bean))) {
			assertThat(context.ids()).isEmpty();
			MethodDelayListenerEndpoint endpoint = (MethodDelayListenerEndpoint) this.otherFactory.getContainers()
				.get(0)
				.getEndpoint();
			assertThat(endpoint.getId()).isEqualTo("the-id");
			assertThat(endpoint.getQueues()).containsExactly("the-queue");
			assertThat(endpoint.getOverrides()).isEqualTo(new ListenerSettingsOverrides(8, Duration.ofMinutes(2), 0,
					null, null, AckMode.MANUAL, null, null, null));
			assertThat(endpoint.getAutoStartup()).isFalse();
			assertThat(endpoint.isDeadLetters()).isTrue();
			assertThat(endpoint.getExecutor()).isSameAs(context.context().getBean("executorBean"));
			assertThat(endpoint.getErrorHandler()).isSameAs(context.context().getBean("errorHandlerBean"));
			assertThat(endpoint.getMessageConverter()).isSameAs(context.context().getBean("converterBean"));
		}
	}

	private void setUp(AnnotationConfigApplicationContext context, Class<?> bean) {
		ListenerContext.properties(context, PROPERTIES);
		context.registerBean("converterBean", StringMessageConverter.class, () -> new StringMessageConverter());
		context.registerBean("errorHandlerBean", DelayListenerErrorHandler.class, () -> (delivery, failure) -> {
		});
		context.registerBean("executorBean", SyncTaskExecutor.class);
		context.registerBean("otherFactory", FakeContainerFactory.class, () -> this.otherFactory);
		context.registerBean("bean", bean);
	}

	static class Names {

		private final Executor executor = new SyncTaskExecutor();

		private final MessageConverter converter = new StringMessageConverter();

		public String[] getArray() {
			return new String[] { "a", "b" };
		}

		public List<String> getList() {
			return List.of("c", "d", "a");
		}

		public Executor getExecutor() {
			return this.executor;
		}

		public MessageConverter getConverter() {
			return this.converter;
		}

	}

	static class Plain {

		@DelayListener("plain")
		void handle(String payload) {
		}

	}

	static class Placeholders {

		@DelayListener(id = "${id}", queues = "${queue}", concurrency = "${concurrency}", autoStartup = "${start}",
				ackMode = "${mode}", lease = "${lease}", maxRetries = "${retries}", deadLetters = "${dead}",
				messageConverter = "${converter}", errorHandler = "${errors}", executor = "${executor}",
				containerFactory = "${factory}")
		void handle(String payload) {
		}

	}

	static class Expressions {

		@DelayListener(id = "#{'the' + '-id'}", queues = "#{environment['queue']}", concurrency = "#{4 * 2}",
				autoStartup = "#{1 > 2}", ackMode = "#{T(io.delayqueue.listener.AckMode).MANUAL}",
				lease = "#{T(java.time.Duration).ofMinutes(2)}", maxRetries = "#{1 - 1}", deadLetters = "#{1 < 2}",
				messageConverter = "#{@converterBean}", errorHandler = "#{@errorHandlerBean}",
				executor = "#{'executor' + 'Bean'}", containerFactory = "#{@otherFactory}")
		void handle(String payload) {
		}

	}

	static class EmptyPlaceholders {

		@DelayListener(queues = "plain", concurrency = "${none:}", lease = "#{null}", maxRetries = "${none: }")
		void handle(String payload) {
		}

	}

	static class WithLease {

		@DelayListener(queues = "plain", lease = "${lease}")
		void handle(String payload) {
		}

	}

	static class SeveralQueues {

		@DelayListener({ "direct", "#{@names.array}", "#{@names.list}" })
		void handle(String payload) {
		}

	}

	static class WithInstances {

		@DelayListener(queues = "plain", executor = "#{@names.executor}", messageConverter = "#{@names.converter}")
		void handle(String payload) {
		}

	}

	static class Overloaded {

		@DelayListener("b")
		@DelayListener("c")
		void handle(String payload) {
		}

		@DelayListener("a")
		void handle(Integer payload) {
		}

	}

}
