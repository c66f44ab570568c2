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

package io.delayqueue.sample.article;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.delayqueue.sample.web.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.util.Assert;

/**
 * The articles in the database.
 */
@Repository
class ArticleRepository {

	private static final RowMapper<Article> MAPPER = new DataClassRowMapper<>(Article.class);

	private final JdbcClient jdbcClient;

	ArticleRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	Article insert(String title, Instant dueAt) {
		KeyHolder key = new GeneratedKeyHolder();
		this.jdbcClient.sql("INSERT INTO articles (title, state, due_at) VALUES (?, 'SCHEDULED', ?)")
			.params(title, dueAt)
			.update(key, "id");
		Number id = key.getKey();
		Assert.state(id != null, "The database has given no id");
		return new Article(id.longValue(), title, ArticleState.SCHEDULED, dueAt, null);
	}

	void delete(Article article) {
		this.jdbcClient.sql("DELETE FROM articles WHERE id = ?").param(article.id()).update();
	}

	boolean publish(long id, Instant publishedAt) {
		return this.jdbcClient
			.sql("UPDATE articles SET state = 'PUBLISHED', published_at = ? WHERE id = ? AND state = 'SCHEDULED'")
			.params(publishedAt, id)
			.update() == 1;
	}

	Optional<Article> find(long id) {
		return this.jdbcClient.sql("SELECT * FROM articles WHERE id = ?").param(id).query(MAPPER).optional();
	}

	List<Article> findPage(@Nullable ArticleState state, Page page) {
		if (state == null) {
			return this.jdbcClient.sql("SELECT * FROM articles WHERE id < ? ORDER BY id DESC LIMIT ?")
				.params(page.bound(), page.size())
				.query(MAPPER)
				.list();
		}
		return this.jdbcClient.sql("SELECT * FROM articles WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?")
			.params(state.name(), page.bound(), page.size())
			.query(MAPPER)
			.list();
	}

	List<Article> findScheduledAfter(long id, int limit) {
		return this.jdbcClient.sql("SELECT * FROM articles WHERE state = 'SCHEDULED' AND id > ? ORDER BY id LIMIT ?")
			.params(id, limit)
			.query(MAPPER)
			.list();
	}

}
