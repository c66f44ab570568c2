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

package io.delayqueue.sample.web;

import java.util.List;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * Which part of a list is asked for: the newest first, and what is older than the last
 * one seen. By id, not by number, so that it costs the same at the end as at the start.
 *
 * @param before the id that all on the page are below, or {@code null} for the newest
 * @param limit how many at most, or {@code null} for 50
 * @since 0.1.0
 */
public record Page(@Nullable Long before, @Nullable Integer limit) {

	private static final int DEFAULT_LIMIT = 50;

	private static final int MAX_LIMIT = 500;

	public Page {
		if (limit != null && (limit < 1 || limit > MAX_LIMIT)) {
			throw new InvalidFieldException("limit", "must be from 1 to " + MAX_LIMIT);
		}
	}

	/**
	 * Return the bound of the ids.
	 * @return the id that all on the page are below
	 */
	public long bound() {
		return (this.before != null) ? this.before : Long.MAX_VALUE;
	}

	/**
	 * Return the size of the page.
	 * @return how many at most
	 */
	public int size() {
		return (this.limit != null) ? this.limit : DEFAULT_LIMIT;
	}

	/**
	 * Return the address of the page after this one.
	 * @param <T> what is listed
	 * @param content what is on this page
	 * @param id returns the id of an entry
	 * @return the address, or {@code null} if this page is the last
	 */
	public <T> @Nullable String next(List<T> content, ToLongFunction<T> id) {
		if (content.size() < size()) {
			return null;
		}
		return ServletUriComponentsBuilder.fromCurrentRequest()
			.replaceQueryParam("before", id.applyAsLong(content.get(content.size() - 1)))
			.toUriString();
	}

}
