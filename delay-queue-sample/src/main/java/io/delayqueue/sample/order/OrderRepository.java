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

package io.delayqueue.sample.order;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.delayqueue.sample.web.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The orders in the database. State only changes from OPEN, in one statement each: of a
 * payment and a timeout at the same moment one wins.
 */
@Repository
class OrderRepository {

	private static final RowMapper<Order> MAPPER = new DataClassRowMapper<>(Order.class);

	private final JdbcClient jdbcClient;

	private final JdbcTemplate jdbcTemplate;

	OrderRepository(JdbcClient jdbcClient, JdbcTemplate jdbcTemplate) {
		this.jdbcClient = jdbcClient;
		this.jdbcTemplate = jdbcTemplate;
	}

	@Transactional
	List<Order> insert(List<NewOrder> newOrders) {
		List<Long> ids = this.jdbcClient.sql("SELECT NEXT VALUE FOR order_ids FROM SYSTEM_RANGE(1, ?)")
			.param(newOrders.size())
			.query((row, number) -> row.getLong(1))
			.list();
		List<Order> orders = new ArrayList<>(newOrders.size());
		for (int i = 0; i < newOrders.size(); i++) {
			NewOrder order = newOrders.get(i);
			orders.add(new Order(ids.get(i), order.item(), order.amount(), OrderState.OPEN, order.placedAt(),
					order.dueAt(), null, null));
		}
		this.jdbcTemplate.batchUpdate(
				"INSERT INTO orders (id, item, amount, state, placed_at, due_at) VALUES (?, ?, ?, ?, ?, ?)",
				orders.stream()
					.map((order) -> new Object[] { order.id(), order.item(), order.amount(), order.state().name(),
							order.placedAt(), order.dueAt() })
					.toList());
		return orders;
	}

	@Transactional
	void delete(List<Order> orders) {
		this.jdbcTemplate.batchUpdate("DELETE FROM orders WHERE id = ?",
				orders.stream().map((order) -> new Object[] { order.id() }).toList());
	}

	boolean pay(long id, Instant paidAt) {
		return this.jdbcClient.sql("UPDATE orders SET state = 'PAID', paid_at = ? WHERE id = ? AND state = 'OPEN'")
			.params(paidAt, id)
			.update() == 1;
	}

	boolean close(long id, Instant closedAt) {
		return this.jdbcClient.sql("UPDATE orders SET state = 'CLOSED', closed_at = ? WHERE id = ? AND state = 'OPEN'")
			.params(closedAt, id)
			.update() == 1;
	}

	Optional<Order> find(long id) {
		return this.jdbcClient.sql("SELECT * FROM orders WHERE id = ?").param(id).query(MAPPER).optional();
	}

	List<Order> findPage(@Nullable OrderState state, Page page) {
		if (state == null) {
			return this.jdbcClient.sql("SELECT * FROM orders WHERE id < ? ORDER BY id DESC LIMIT ?")
				.params(page.bound(), page.size())
				.query(MAPPER)
				.list();
		}
		return this.jdbcClient.sql("SELECT * FROM orders WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?")
			.params(state.name(), page.bound(), page.size())
			.query(MAPPER)
			.list();
	}

	List<Order> findOpenAfter(long id, int limit) {
		return this.jdbcClient.sql("SELECT * FROM orders WHERE state = 'OPEN' AND id > ? ORDER BY id LIMIT ?")
			.params(id, limit)
			.query(MAPPER)
			.list();
	}

}
