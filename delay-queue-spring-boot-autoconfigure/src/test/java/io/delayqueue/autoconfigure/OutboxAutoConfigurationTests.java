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

package io.delayqueue.autoconfigure;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

import javax.sql.DataSource;

import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.outbox.JdbcOutbox;
import io.delayqueue.outbox.Outbox;
import io.delayqueue.outbox.OutboxBacklog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Answers;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link OutboxAutoConfiguration}.
 */
class OutboxAutoConfigurationTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				OutboxAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory", "delay-queue.template.transaction=outbox",
				"spring.datasource.generate-unique-name=true");

	@Test
	void relaysWhatATransactionHasCommitted() {
		this.contextRunner.run((context) -> {
			DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
			TransactionTemplate transaction = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			String rolledBack = transaction.execute((status) -> {
				status.setRollbackOnly();
				return template.schedule("q", "x", Duration.ofHours(1));
			});
			String committed = transaction.execute((status) -> template.schedule("q", "x", Duration.ofHours(1)));
			await().atMost(LONG).until(() -> template.find("q", committed).isPresent());
			assertThat(template.find("q", rolledBack)).isEmpty();
			await().atMost(LONG)
				.until(() -> context.getBean(Outbox.class).backlog().equals(new OutboxBacklog(0, Duration.ZERO, 0)));
		});
	}

	@Test
	void isNotThereByDefault() {
		this.contextRunner.withPropertyValues("delay-queue.template.transaction=none")
			.run((context) -> assertThat(context).doesNotHaveBean(Outbox.class)
				.doesNotHaveBean(OutboxProperties.class)
				.doesNotHaveBean(MeterBinder.class));
	}

	@Test
	void createsTheTablesUnderTheirNames() {
		this.contextRunner.withPropertyValues("delay-queue.outbox.jdbc.table-name=shop_outbox").run((context) -> {
			JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
			DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
			String id = template.schedule("q", "x", Duration.ofHours(1));
			await().atMost(LONG).until(() -> template.find("q", id).isPresent());
			await().atMost(LONG)
				.until(() -> jdbc.queryForObject("SELECT COUNT(*) FROM shop_outbox_lock", Long.class) == 1);
		});
	}

	@Test
	void createsNoTablesUnlessTheDatabaseIsEmbedded() {
		this.contextRunner.withPropertyValues("delay-queue.outbox.jdbc.initialize-schema=never")
			.run((context) -> assertThat(context).doesNotHaveBean(OutboxSchemaInitializer.class)
				.hasSingleBean(JdbcOutbox.class));
	}

	@Test
	void relaysWithLazyInitialization() {
		this.contextRunner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(
					context.getSourceApplicationContext().getBeanFactory().getSingleton("delayQueueOutbox"))
				.isNotNull());
	}

	@ParameterizedTest
	@CsvSource({ "jdbc.table-name, x; DROP TABLE y", "poll-interval, 0s", "poll-interval, -1s", "batch-size, 0",
			"batch-size, 10001", "max-attempts, 0" })
	void namesThePropertyThatIsWrong(String name, String value) {
		this.contextRunner.withPropertyValues("delay-queue.outbox." + name + "=" + value)
			.run((context) -> assertThat(refusal(context).getName()).isEqualTo("delay-queue.outbox." + name));
	}

	@ParameterizedTest
	@CsvSource({ "platform, oracle, schema-oracle.sql", "schema, classpath:no-such.sql, no-such.sql" })
	void namesThePropertyByWhichNoScriptIsFound(String name, String value, String script) {
		this.contextRunner.withPropertyValues("delay-queue.outbox.jdbc." + name + "=" + value).run((context) -> {
			assertThat(refusal(context).getName()).isEqualTo("delay-queue.outbox.jdbc." + name);
			assertThat(refusal(context).getValue()).isEqualTo(value);
			assertThat(refusal(context).getReason()).contains(script);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "never", "embedded", "always" })
	void refusesADatabaseThatCanHoldNoOutbox(String mode) throws SQLException {
		DataSource oracle = mock(DataSource.class, Answers.RETURNS_DEEP_STUBS);
		given(oracle.getConnection().getMetaData().getDatabaseProductName()).willReturn("Oracle");
		this.contextRunner.withBean(DataSource.class, () -> oracle)
			.withPropertyValues("delay-queue.outbox.jdbc.initialize-schema=" + mode)
			.run((context) -> {
				assertThat(refusal(context).getName()).isEqualTo("delay-queue.template.transaction");
				assertThat(refusal(context).getReason()).contains("is 'Oracle'").contains("POSTGRESQL");
			});
	}

	@Test
	void refusesTransactionsOfAnotherDatabase() {
		this.contextRunner
			.withBean(PlatformTransactionManager.class,
					() -> new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:another")))
			.run((context) -> assertThat(refusal(context).getReason()).contains("not of that database"));
	}

	@Test
	void startsWhileTheDatabaseIsAway() throws SQLException {
		DataSource away = mock(DataSource.class);
		given(away.getConnection()).willThrow(new SQLTransientConnectionException("It is away"));
		this.contextRunner.withBean(DataSource.class, () -> away)
			.withPropertyValues("delay-queue.outbox.jdbc.initialize-schema=never")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcOutbox.class));
	}

	private static InvalidConfigurationPropertyValueException refusal(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		Throwable root = NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
		assertThat(root).isInstanceOf(InvalidConfigurationPropertyValueException.class);
		return (InvalidConfigurationPropertyValueException) root;
	}

	@Test
	void hasGaugesOfItsBacklog() {
		this.contextRunner.withPropertyValues("delay-queue.outbox.jdbc.initialize-schema=always").run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(MeterBinder.class).bindTo(registry);
			context.getBean(JdbcOutbox.class).stop();
			context.getBean(DelayQueueTemplate.class).schedule("q", "x", Duration.ofHours(1));
			assertThat(registry.get("delayqueue.outbox.backlog").gauge().value()).isEqualTo(1);
			assertThat(registry.get("delayqueue.outbox.aside").gauge().value()).isZero();
			await().atMost(LONG).until(() -> registry.get("delayqueue.outbox.oldest").timeGauge().value() > 0);
		});
	}

	@Test
	void doesWithoutMicrometer() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasSingleBean(Outbox.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.jdbc", "org.springframework.boot.jdbc.init",
			"org.springframework.transaction" })
	void saysWhatIsMissing(String packageName) {
		this.contextRunner.withClassLoader(new FilteredClassLoader(packageName))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.satisfies((ex) -> assertThat(((InvalidConfigurationPropertyValueException) ex).getReason())
					.contains("spring-boot-jdbc")));
	}

	@Test
	void needsToKnowWhichDatabase() {
		this.contextRunner.withBean("one", DataSource.class, DriverManagerDataSource::new)
			.withBean("two", DataSource.class, DriverManagerDataSource::new)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class));
	}

}
