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

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.sample.overview.Lateness;
import org.jspecify.annotations.Nullable;

/**
 * An article.
 *
 * @param id the number
 * @param title the title
 * @param state whether readers can see it
 * @param dueAt when it is to be published
 * @param publishedAt when it was published, if it was
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Article(long id, String title, ArticleState state, Instant dueAt, @Nullable Instant publishedAt) {

	@JsonProperty
	@Nullable Long lateMillis() {
		return Lateness.millis(this.dueAt, this.publishedAt);
	}

}
