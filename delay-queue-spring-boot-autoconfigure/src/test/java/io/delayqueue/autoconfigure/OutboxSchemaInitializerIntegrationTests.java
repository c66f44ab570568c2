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

import io.delayqueue.testpostgres.PostgresProcess;
import io.delayqueue.testpostgres.PostgresTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OutboxSchemaInitializer} on PostgreSQL.
 */
@PostgresTest
class OutboxSchemaInitializerIntegrationTests {

	@ParameterizedTest
	@ValueSource(strings = { "delay_queue_outbox", "shop.outbox", "shop.delay_queue_outbox",
			"shop.a234567890123456789012345678901234567890123456789012345678" })
	void createsTablesAndIndexesUnderTheirNames(String name, PostgresProcess postgres) throws Exception {
		DriverManagerDataSource dataSource = new DriverManagerDataSource(postgres.emptyDatabase());
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		jdbc.execute("CREATE SCHEMA shop");
		OutboxProperties.Jdbc properties = new OutboxProperties.Jdbc();
		properties.setInitializeSchema(DatabaseInitializationMode.ALWAYS);
		OutboxSchemaInitializer initializer = new OutboxSchemaInitializer(dataSource, properties, name);
		initializer.initializeDatabase();
		initializer.initializeDatabase();
		assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM " + name, Long.class)).isZero();
		assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM " + name + "_lock", Long.class)).isZero();
		assertThat(jdbc.queryForList("SELECT indexname FROM pg_indexes WHERE schemaname IN ('public', 'shop')",
				String.class))
			.contains(name.substring(name.indexOf('.') + 1) + "_wait");
	}

}
