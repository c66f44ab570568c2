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

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayQueuesEndpoint} with Spring MVC.
 */
@Tag("compat")
class DelayQueuesEndpointMvcTests extends DelayQueuesEndpointWebContract {

	DelayQueuesEndpointMvcTests() {
		super(WebApplicationType.SERVLET);
	}

	@Test
	void showsPayloadsToWhomIsKnown() {
		application().schedule("shown", "a", Duration.ofHours(2));
		WebClient alice = client().as("alice");
		for (JsonNode message : List.of(ok(alice.get("/delayqueues/shown/waiting")).at("/messages/0"),
				ok(alice.get("/delayqueues/shown/messages/a")))) {
			assertThat(message.get("payload").asString()).isEqualTo("{\"card\":\"4111\"}");
			assertThat(message.get("contentType").asString()).isEqualTo("application/json");
			assertThat(message.at("/headers/tenant").asString()).isEqualTo("acme");
		}
	}

	@Test
	void showsTheStackTraceOfASingleMessageToWhomIsKnown() {
		die("traced");
		WebClient alice = client().as("alice");
		assertThat(ok(alice.get("/delayqueues/mail/messages/traced")).at("/deathCause/stackTrace").asString())
			.contains("DoNotRetryException");
		assertThat(alice.get("/delayqueues/mail/dead").body()).doesNotContain("stackTrace");
	}

}
