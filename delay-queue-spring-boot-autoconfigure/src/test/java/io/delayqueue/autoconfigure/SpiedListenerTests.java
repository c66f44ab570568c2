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

package io.delayqueue.autoconfigure;

import java.time.Duration;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.then;

/**
 * Tests for a listener on which a test of the application spies.
 */
@SpringBootTest(properties = "delay-queue.store=memory")
@DirtiesContext
class SpiedListenerTests {

	@MockitoSpyBean
	private Greeter greeter;

	@Autowired
	private DelayQueueTemplate template;

	@Autowired
	private DelayListenerEndpointRegistry registry;

	@Test
	@KnownFault("spring-amqp#2456")
	@SpringCitizen({ "nearest declaration", "is spied on" })
	void listensOnceThroughTheSpy() {
		assertThat(this.registry.getContainers()).hasSize(1);
		this.template.schedule("greetings", "first", Duration.ZERO);
		this.template.schedule("greetings", "second", Duration.ofMillis(1));
		then(this.greeter).should(Mockito.timeout(10_000)).greet("second");
		then(this.greeter).should(Mockito.times(2)).greet(any());
	}

	static class Greeter {

		@DelayListener(queues = "greetings", concurrency = "1")
		void greet(String greeting) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import(Greeter.class)
	static class Application {

	}

}
