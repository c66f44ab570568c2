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

package io.delayqueue.config;

import java.lang.reflect.Method;
import java.util.List;

import io.delayqueue.listener.DelayMessageListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the endpoints.
 */
class DelayListenerEndpointTests {

	private static final DelayMessageListener LISTENER = (delivery) -> null;

	@Test
	void leavesToTheFactoryWhatIsNotSet() {
		DelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", "a-queue", LISTENER);
		assertThat(endpoint.getOverrides()).isEqualTo(ListenerSettingsOverrides.NONE);
		assertThat(endpoint.getAutoStartup()).isNull();
		assertThat(endpoint.getExecutor()).isNull();
		assertThat(endpoint.getListener()).isSameAs(LISTENER);
	}

	@Test
	void keepsOrderOfQueuesAndDropsRepeats() {
		DelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", List.of("b", "a", "b"), LISTENER);
		assertThat(endpoint.getQueues()).containsExactly("b", "a");
	}

	@Test
	void refusesNoQueue() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new SimpleDelayListenerEndpoint("id", List.of(), LISTENER))
			.withMessage("Listener 'id' has no queue");
	}

	@Test
	void refusesIllegalQueue() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SimpleDelayListenerEndpoint("id", "a b", LISTENER))
			.withMessageContaining("'a b'");
	}

	@Test
	void refusesBlankId() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SimpleDelayListenerEndpoint(" ", "a", LISTENER))
			.withMessage("'id' must not be blank");
	}

	@Test
	void namesTheMethod() throws Exception {
		Method method = String.class.getMethod("trim");
		assertThat(new MethodDelayListenerEndpoint("id", List.of("a"), "bean", method))
			.hasToString("listener 'id' of [a] on method public java.lang.String java.lang.String.trim()");
	}

}
