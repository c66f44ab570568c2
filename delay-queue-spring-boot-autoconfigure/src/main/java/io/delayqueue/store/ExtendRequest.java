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

package io.delayqueue.store;

import java.time.Duration;
import java.util.List;

import org.springframework.util.Assert;

/**
 * Asks for leases to be extended.
 *
 * @param leases the leases, at most {@link ClaimRequest#MAX_MESSAGES}
 * @param lease how long from now they last, rounded up to milliseconds
 * @since 0.1.0
 */
public record ExtendRequest(List<Lease> leases, Duration lease) {

	public ExtendRequest {
		Assert.isTrue(lease.compareTo(Duration.ZERO) > 0, () -> "'lease' must be positive, not " + lease);
		int count = leases.size();
		Assert.isTrue(count <= ClaimRequest.MAX_MESSAGES,
				() -> "'leases' must be at most " + ClaimRequest.MAX_MESSAGES + ", not " + count);
		leases = List.copyOf(leases);
	}

	/**
	 * A lease as its consumer knows it.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 */
	public record Lease(String id, long token) {

	}

}
