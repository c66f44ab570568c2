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

import java.security.Principal;
import java.time.Duration;
import java.util.Set;

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayQueuesEndpointWebExtension}.
 */
class DelayQueuesEndpointWebExtensionTests {

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore();

	@Test
	void answersServiceUnavailableWhileTheStoreCantBeUsed() {
		DelayQueueAdmin admin = mock();
		given(admin.queues()).willReturn(Set.of("mail"));
		given(admin.statistics("mail")).willThrow(new StoreUnavailableException("Redis is away", null));
		given(admin.pause("mail")).willThrow(new OutcomeUnknownException("No reply came", null));
		DelayQueuesEndpointWebExtension extension = extension(admin, Show.NEVER);
		assertThat(extension.queue("mail")).satisfies((response) -> assertProblem(response, "Redis is away"));
		assertThat(extension.queues(null, null)).satisfies((response) -> assertProblem(response, "Redis is away"));
		assertThat(extension.act(new String[] { "mail", "pause" }))
			.satisfies((response) -> assertProblem(response, "No reply came"));
	}

	@Test
	void showsPayloadsToWhoHasOneOfTheRoles() {
		schedule();
		assertThat(payload(Show.WHEN_AUTHORIZED, user("operator"))).isEqualTo("secret");
		assertThat(payload(Show.WHEN_AUTHORIZED, user("guest"))).isNull();
		assertThat(payload(Show.WHEN_AUTHORIZED, SecurityContext.NONE)).isNull();
	}

	@Test
	void showsPayloadsToAllOrNobody() {
		schedule();
		assertThat(payload(Show.ALWAYS, SecurityContext.NONE)).isEqualTo("secret");
		assertThat(payload(Show.NEVER, user("operator"))).isNull();
	}

	private void schedule() {
		new DelayQueueTemplate(this.store, new PayloadMessageConverter(JsonMapper.shared()), DataSize.ofMegabytes(1))
			.schedule("mail", "secret", Duration.ofHours(1));
	}

	private Object payload(Show show, SecurityContext user) {
		WebEndpointResponse<?> response = extension(new DefaultDelayQueueAdmin(this.store), show).messages(user, "mail",
				MessageState.WAITING, null, null);
		return ((MessagesDescriptor) response.getBody()).messages().get(0).payload();
	}

	private static DelayQueuesEndpointWebExtension extension(DelayQueueAdmin admin, Show show) {
		return new DelayQueuesEndpointWebExtension(new DelayQueuesEndpoint(admin, null, show), Set.of("operator"));
	}

	private static void assertProblem(WebEndpointResponse<?> response, String problem) {
		assertThat(response.getStatus()).isEqualTo(503);
		assertThat(response.getBody()).isEqualTo(new DelayQueuesEndpointWebExtension.ProblemDescriptor(problem));
	}

	private static SecurityContext user(String role) {
		return new SecurityContext() {

			@Override
			public Principal getPrincipal() {
				return () -> "somebody";
			}

			@Override
			public boolean isUserInRole(String candidate) {
				return candidate.equals(role);
			}

		};
	}

}
