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

package io.delayqueue.citizen;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.config.InvalidDelayListenerException;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.listener.Delivery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for listeners around which Spring puts something.
 */
class AdvisedListenerTests {

	private final ApplicationContextRunner asynchronous = Listening.runner().withUserConfiguration(Asynchronous.class);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@SpringCitizen("is transactional")
	void eachAttemptIsATransactionOfItsOwn(boolean ofClass) {
		Listening.runner()
			.withUserConfiguration(ofClass ? OfClass.class : OfInterface.class)
			.withBean("handler", Inserting.class)
			.run(AdvisedListenerTests::assertHandledBySecondAttempt);
	}

	@Test
	@SpringCitizen("is transactional")
	void isTransactionalInACircleOfReferencesToo() {
		Listening.runner()
			.withAllowCircularReferences(true)
			.withUserConfiguration(OfInterface.class)
			.withBean("handler", Circular.class)
			.withBean(Peer.class)
			.run(AdvisedListenerTests::assertHandledBySecondAttempt);
	}

	private static void assertHandledBySecondAttempt(ApplicationContext context) {
		String id = Listening.schedule(context, "orders", "42");
		DelayQueueAdmin admin = context.getBean(DelayQueueAdmin.class);
		Listening.await(() -> assertThat(admin.find("orders", id)).isEmpty());
		assertThat(context.getBean(JdbcTemplate.class).queryForList("select attempt from handled", Integer.class))
			.containsExactly(2);
	}

	@ParameterizedTest
	@ValueSource(classes = { AsyncMethod.class, AsyncClass.class })
	@SpringCitizen({ "what cannot be called", "is asynchronous" })
	void isRefusedIfItWouldReturnBeforeTheMessageIsHandled(Class<?> bean) {
		this.asynchronous.withBean("bean", bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidDelayListenerException.class)
				.hasMessageStartingWith("Can't listen with method void " + bean.getName() + ".handle")
				.hasMessageEndingWith("It is asynchronous, so a message would count as handled before it is. Return a "
						+ "CompletableFuture that completes when it is, or make the method synchronous"));
	}

	@Test
	@SpringCitizen("is asynchronous")
	void isAwaitedIfItReturnsAFuture() {
		this.asynchronous.withBean("bean", AsyncFuture.class).run((context) -> {
			String id = Listening.schedule(context, "orders", "42");
			AsyncFuture bean = AsyncFuture.last;
			Listening.await(() -> assertThat(bean.threads).singleElement().asString().startsWith("async-"));
			assertThat(context.getBean(DelayQueueAdmin.class).statistics("orders").leased()).isOne();
			bean.handled.complete(null);
			Listening.await(() -> assertThat(context.getBean(DelayQueueAdmin.class).find("orders", id)).isEmpty());
		});
	}

	@Test
	@SpringCitizen("is asynchronous")
	void isAnOrdinaryListenerBesideAnAsynchronousMethod() {
		this.asynchronous.withBean("bean", OtherMethodAsync.class)
			.run((context) -> assertListens(context, "bean.handle"));
	}

	@Test
	@SpringCitizen("is asynchronous")
	void isAnOrdinaryListenerIfNothingMakesItAsynchronous() {
		Listening.runner().withBean("bean", AsyncMethod.class).run((context) -> assertListens(context, "bean.handle"));
	}

	private static void assertListens(ApplicationContext context, String id) {
		assertThat(context.getBean(DelayListenerEndpointRegistry.class).getIds()).containsExactly(id);
	}

	interface Handler {

		@DelayListener("orders")
		void handle(Delivery delivery);

	}

	@Transactional
	static class Inserting implements Handler {

		private final JdbcTemplate database;

		Inserting(JdbcTemplate database) {
			this.database = database;
		}

		@Override
		public void handle(Delivery delivery) {
			this.database.update("insert into handled values (?)", delivery.getAttempt());
			if (delivery.getAttempt() == 1) {
				throw new IllegalStateException("Not yet");
			}
		}

	}

	static class Circular extends Inserting {

		Circular(JdbcTemplate database) {
			super(database);
		}

		@Autowired
		void setPeer(Peer peer) {
		}

	}

	record Peer(Handler handler) {

	}

	@Configuration(proxyBeanMethods = false)
	static class Database {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			JdbcTemplate template = new JdbcTemplate(dataSource);
			template.execute("create table handled (attempt int)");
			return template;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class OfClass extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class OfInterface extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchronous {

		@Bean
		SimpleAsyncTaskExecutor taskExecutor() {
			return new SimpleAsyncTaskExecutor("async-");
		}

	}

	static class AsyncMethod {

		@Async
		@DelayListener("orders")
		void handle(String payload) {
		}

	}

	@Async
	static class AsyncClass {

		@DelayListener("orders")
		void handle(String payload) {
		}

	}

	static class OtherMethodAsync {

		@DelayListener("orders")
		void handle(String payload) {
		}

		@Async
		void other() {
		}

	}

	static class AsyncFuture {

		private static AsyncFuture last;

		private final CompletableFuture<Void> handled = new CompletableFuture<>();

		private final List<String> threads = new CopyOnWriteArrayList<>();

		AsyncFuture() {
			last = this;
		}

		@Async
		@DelayListener("orders")
		CompletableFuture<Void> handle(String payload) {
			this.threads.add(Thread.currentThread().getName());
			return this.handled;
		}

	}

}
