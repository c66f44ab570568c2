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

import io.delayqueue.core.BulkProgress;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Work on many messages of a queue that goes on in the background, or has ended.
 *
 * @param operation its id, by which the application that does it knows it
 * @param queue the queue
 * @param kind what is done
 * @param state whether it goes on
 * @param done how many messages it has dealt with
 * @param skipped how many it left as they were
 * @param failure what its last step failed with, which is tried again; {@code null} if
 * all is well
 * @since 0.1.0
 */
public record OperationDescriptor(String operation, String queue, String kind, BulkProgress.State state, long done,
		long skipped, @Nullable String failure) implements OperationResponseBody {

	static OperationDescriptor of(String operation, String queue, String kind, BulkProgress progress) {
		Throwable failure = progress.failure();
		return new OperationDescriptor(operation, queue, kind, progress.state(), progress.done(), progress.skipped(),
				(failure != null) ? failure.toString() : null);
	}

}
