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

import javax.sql.DataSource;

import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.outbox.JdbcOutbox;
import io.delayqueue.outbox.Outbox;
import io.delayqueue.outbox.OutboxSettings;
import io.delayqueue.store.DelayQueueStore;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.autoconfigure.init.OnDatabaseInitializationCondition;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Auto-configuration of an outbox in the application's database, for
 * {@code delay-queue.template.transaction=outbox}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class,
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
				"org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration" })
@ConditionalOnClass({ JdbcTemplate.class, PropertiesBasedDataSourceScriptDatabaseInitializer.class })
@ConditionalOnBooleanProperty(name = "delay-queue.enabled", matchIfMissing = true)
@ConditionalOnTemplateTransaction(TemplateProperties.Transaction.OUTBOX)
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties(OutboxProperties.class)
@ImportRuntimeHints(OutboxRuntimeHints.class)
public final class OutboxAutoConfiguration {

	@Bean
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnSingleCandidate(PlatformTransactionManager.class)
	@ConditionalOnMissingBean(CommandDeferral.class)
	@DependsOnDatabaseInitialization
	JdbcOutbox delayQueueOutbox(DataSource dataSource, PlatformTransactionManager transactionManager,
			DelayQueueStore store, DeferredOperationFailures failures, OutboxProperties properties) {
		JdbcOutbox outbox = new JdbcOutbox(dataSource, transactionManager, new CommandSender(store), failures,
				settings(properties));
		check(outbox::verify);
		return outbox;
	}

	private static OutboxSettings settings(OutboxProperties properties) {
		String tableName = ListenerSettingsMapper.naming("delay-queue.outbox.jdbc.",
				() -> OutboxSettings.checkTableName(properties.getJdbc().getTableName()));
		return ListenerSettingsMapper.naming("delay-queue.outbox.", () -> new OutboxSettings(tableName,
				properties.getPollInterval(), properties.getBatchSize(), properties.getMaxAttempts()));
	}

	private static void check(Runnable check) {
		try {
			check.run();
		}
		catch (IllegalStateException ex) {
			throw new InvalidConfigurationPropertyValueException(OnTemplateTransactionCondition.PROPERTY,
					TemplateProperties.Transaction.OUTBOX, ex.getMessage());
		}
	}

	@Bean
	@Conditional(OnOutboxInitialization.class)
	OutboxSchemaInitializer delayQueueOutboxSchemaInitializer(DataSource dataSource, OutboxProperties properties) {
		// Both before any script runs, or is missed.
		OutboxSettings settings = settings(properties);
		check(() -> JdbcOutbox.verifyDatabase(dataSource));
		return new OutboxSchemaInitializer(dataSource, properties.getJdbc(), settings.tableName());
	}

	// With lazy initialization nobody would relay before the first message.
	@Bean
	static LazyInitializationExcludeFilter delayQueueOutboxLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(JdbcOutbox.class);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class Metrics {

		@Bean
		@ConditionalOnMissingBean
		OutboxMetrics delayQueueOutboxMetrics(ObjectProvider<Outbox> outbox) {
			return new OutboxMetrics(outbox);
		}

	}

	/**
	 * Whether the schema is to be initialized at all.
	 */
	static class OnOutboxInitialization extends OnDatabaseInitializationCondition {

		OnOutboxInitialization() {
			super("Delay Queue Outbox", "delay-queue.outbox.jdbc.initialize-schema");
		}

	}

}
