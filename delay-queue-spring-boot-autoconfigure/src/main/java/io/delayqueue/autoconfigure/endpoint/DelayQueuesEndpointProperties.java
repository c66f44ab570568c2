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

package io.delayqueue.autoconfigure.endpoint;

import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the endpoint for operators.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("management.endpoint.delayqueues")
public class DelayQueuesEndpointProperties {

	/**
	 * When to show payloads, values of headers and stack traces.
	 */
	private Show showPayload = Show.NEVER;

	/**
	 * Roles used to determine whether a user is authorized to be shown payloads. When
	 * empty, all authenticated users are authorized.
	 */
	private final Set<String> roles = new LinkedHashSet<>();

	public Show getShowPayload() {
		return this.showPayload;
	}

	public void setShowPayload(Show showPayload) {
		this.showPayload = showPayload;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

}
