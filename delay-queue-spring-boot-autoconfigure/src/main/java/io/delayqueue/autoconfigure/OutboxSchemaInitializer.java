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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import io.delayqueue.outbox.OutboxSettings;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/**
 * Creates the outbox's tables, under the names that they are to have.
 */
class OutboxSchemaInitializer extends PropertiesBasedDataSourceScriptDatabaseInitializer<OutboxProperties.Jdbc> {

	/**
	 * The name of a table, or, with a group, what the name of an index begins with.
	 */
	private static final Pattern NAME = Pattern
		.compile(OutboxSettings.DEFAULT_TABLE_NAME + "(?:(?=(_wait|_fail)\\b)|)");

	private static final String PLATFORM = "@@platform@@";

	private final OutboxProperties.Jdbc properties;

	private final String tableName;

	OutboxSchemaInitializer(DataSource dataSource, OutboxProperties.Jdbc properties, String tableName) {
		super(dataSource, properties);
		this.properties = properties;
		this.tableName = tableName;
	}

	@Override
	public boolean initializeDatabase() {
		try {
			return super.initializeDatabase();
		}
		catch (IllegalStateException ex) {
			throw refusal(ex);
		}
	}

	// There is no script where it is looked for.
	private InvalidConfigurationPropertyValueException refusal(IllegalStateException ex) {
		String platform = this.properties.getPlatform();
		return (StringUtils.hasText(platform) && this.properties.getSchema().contains(PLATFORM))
				? new InvalidConfigurationPropertyValueException("delay-queue.outbox.jdbc.platform", platform,
						ex.getMessage()
								+ ". There are scripts for h2, mariadb, mysql and postgresql, of which the right "
								+ "one is found if no platform is set.")
				: new InvalidConfigurationPropertyValueException("delay-queue.outbox.jdbc.schema",
						this.properties.getSchema(), ex.getMessage() + ".");
	}

	@Override
	protected void runScripts(Scripts scripts) {
		List<Resource> renamed = new ArrayList<>();
		scripts.forEach((script) -> renamed.add(rename(script)));
		super.runScripts(new Scripts(renamed).continueOnError(scripts.isContinueOnError())
			.separator(scripts.getSeparator())
			.encoding(scripts.getEncoding()));
	}

	// An index lies in the schema of its table, and must not be given one.
	private Resource rename(Resource script) {
		String index = this.tableName.substring(this.tableName.indexOf('.') + 1);
		try {
			String text = NAME.matcher(script.getContentAsString(StandardCharsets.UTF_8))
				.replaceAll((name) -> (name.group(1) != null) ? index : this.tableName);
			return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), script.getDescription());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
