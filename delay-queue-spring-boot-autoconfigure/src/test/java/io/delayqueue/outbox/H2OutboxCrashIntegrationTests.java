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

package io.delayqueue.outbox;

import java.nio.file.Path;
import java.util.UUID;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Tests for {@link JdbcOutbox} on H2 when processes die.
 */
class H2OutboxCrashIntegrationTests extends OutboxCrashContract {

	// Written to the file with each commit, else the end of the process loses some.
	@Override
	String emptyDatabase(Path folder) {
		return "jdbc:h2:file:" + folder.resolve(UUID.randomUUID().toString()) + ";WRITE_DELAY=0;DB_CLOSE_DELAY=-1";
	}

	@Override
	void close(DataSource dataSource) {
		new JdbcTemplate(dataSource).execute("SHUTDOWN");
	}

}
