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

import java.time.Clock;
import java.util.List;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.sample.consistency.PendingScheduler;
import io.delayqueue.sample.consistency.PendingWork;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Has articles wait in the queue for their time, and publishes them when it comes.
 */
@Component
class ArticlePublications implements PendingWork {

	private final BoundDelayQueueOperations<ArticlePublication> queue;

	private final PendingScheduler scheduler;

	private final ArticleRepository repository;

	private final Clock clock;

	ArticlePublications(@Qualifier(ArticlePublication.QUEUE) BoundDelayQueueOperations<ArticlePublication> queue,
			PendingScheduler scheduler, ArticleRepository repository, Clock clock) {
		this.queue = queue;
		this.scheduler = scheduler;
		this.repository = repository;
		this.clock = clock;
	}

	void schedule(Article article) {
		this.scheduler.schedule(List.of(message(article)), () -> this.repository.delete(article));
	}

	// A second delivery finds the article published and changes nothing.
	@DelayListener(ArticlePublication.QUEUE)
	void publish(ArticlePublication publication) {
		this.repository.publish(publication.articleId(), this.clock.instant());
	}

	@Override
	public List<Item> pendingAfter(long id, int limit) {
		return this.repository.findScheduledAfter(id, limit)
			.stream()
			.map((article) -> new Item(article.id(), message(article)))
			.toList();
	}

	private DelayMessage<ArticlePublication> message(Article article) {
		return this.queue.message(new ArticlePublication(article.id()))
			.dueTime(article.dueAt())
			.id("article-" + article.id())
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
	}

}
