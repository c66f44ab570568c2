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

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.sample.overview.Overview;
import io.delayqueue.sample.overview.OverviewQuery;
import io.delayqueue.sample.web.Checks;
import io.delayqueue.sample.web.InvalidFieldException;
import io.delayqueue.sample.web.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Articles over HTTP.
 */
@RestController
@RequestMapping("/articles")
class ArticleController {

	private final ArticleRepository repository;

	private final ArticlePublications publications;

	private final OverviewQuery overviewQuery;

	private final Clock clock;

	ArticleController(ArticleRepository repository, ArticlePublications publications, OverviewQuery overviewQuery,
			Clock clock) {
		this.repository = repository;
		this.publications = publications;
		this.overviewQuery = overviewQuery;
		this.clock = clock;
	}

	@PostMapping
	ResponseEntity<Article> submit(@RequestBody ArticleRequest request) {
		String title = Checks.text("title", request.title());
		if (request.publishAt() == null) {
			throw new InvalidFieldException("publishAt", "must be an instant such as 2030-01-31T07:00:00Z");
		}
		Instant dueAt = Checks.dueTime("publishAt", request.publishAt(), this.clock.instant());
		Article article = this.repository.insert(title, dueAt);
		this.publications.schedule(article);
		return ResponseEntity.created(URI.create("/articles/" + article.id())).body(article);
	}

	@GetMapping("/{id}")
	Article get(@PathVariable long id) {
		return this.repository.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no article " + id));
	}

	@GetMapping
	ArticleList list(@RequestParam(required = false) @Nullable ArticleState state, Page page) {
		List<Article> content = this.repository.findPage(state, page);
		Overview<ArticleState> summary = this.overviewQuery.of(ArticleState.class, "articles", "published_at");
		return new ArticleList(summary, content, page.next(content, Article::id));
	}

	record ArticleRequest(@Nullable String title, @Nullable Instant publishAt) {

	}

	@JsonInclude(JsonInclude.Include.NON_NULL)
	record ArticleList(Overview<ArticleState> summary, List<Article> articles, @Nullable String next) {

	}

}
