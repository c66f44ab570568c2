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

package io.delayqueue.sample.overview;

import java.util.EnumMap;
import java.util.Map;

import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Asks the database for an {@link Overview}.
 *
 * @since 0.1.0
 */
@Component
public class OverviewQuery {

	private static final int LOOKED_AT = 10_000;

	private final JdbcClient jdbcClient;

	OverviewQuery(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	/**
	 * Return the overview of a table. Its lateness is that of the work done last, at most
	 * 10,000 pieces of it.
	 * @param <S> the states that work can be in
	 * @param states the states that work can be in
	 * @param table the table, which has the columns {@code state} and {@code due_at}
	 * @param doneColumn the column that says when the work was done
	 * @return the overview
	 */
	public <S extends Enum<S>> Overview<S> of(Class<S> states, String table, String doneColumn) {
		return new Overview<>(count(states, table), lateness(table, doneColumn));
	}

	private <S extends Enum<S>> Map<S, Long> count(Class<S> states, String table) {
		Map<S, Long> counts = new EnumMap<>(states);
		for (S state : states.getEnumConstants()) {
			counts.put(state, 0L);
		}
		RowCallbackHandler handler = (row) -> counts.put(Enum.valueOf(states, row.getString(1)), row.getLong(2));
		this.jdbcClient.sql("SELECT state, COUNT(*) FROM " + table + " GROUP BY state").query(handler);
		return counts;
	}

	private Lateness lateness(String table, String doneColumn) {
		return this.jdbcClient.sql("""
				SELECT COUNT(*) AS "count", MIN(late) AS min_millis,
					PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY late) AS p50_millis,
					PERCENTILE_DISC(0.99) WITHIN GROUP (ORDER BY late) AS p99_millis, MAX(late) AS max_millis
				FROM (SELECT DATEDIFF(MILLISECOND, due_at, %2$s) AS late FROM %1$s
					WHERE %2$s IS NOT NULL ORDER BY %2$s DESC LIMIT %3$d)
				""".formatted(table, doneColumn, LOOKED_AT)).query(Lateness.class).single();
	}

}
