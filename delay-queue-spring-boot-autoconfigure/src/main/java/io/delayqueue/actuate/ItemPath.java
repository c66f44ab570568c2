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

package io.delayqueue.actuate;

import java.util.Arrays;
import java.util.List;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/**
 * The path of something that belongs to a queue.
 *
 * @param queue the queue
 * @param word what it is, or what is to be done
 * @param id its id, which may have slashes; empty if there is none
 */
record ItemPath(String queue, String word, String id) {

	static ItemPath of(String[] segments) {
		List<String> path = Arrays.asList(segments);
		if (path.size() < 2) {
			throw new InvalidEndpointRequestException("A path must have the name of a queue and more",
					"The path is incomplete");
		}
		return new ItemPath(path.get(0), path.get(1), String.join("/", path.subList(2, path.size())));
	}

	InvalidEndpointRequestException unknown(String... words) {
		String problem = "'" + this.word + "' must be one of " + Arrays.toString(words);
		return new InvalidEndpointRequestException(problem, problem);
	}

}
