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

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DelayQueuesEndpoint} over JMX.
 */
@Tag("compat")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DelayQueuesEndpointJmxTests {

	private static final Duration LATER = Duration.ofHours(2);

	private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

	private EndpointApplication application;

	private ObjectName name;

	@BeforeAll
	void start() throws Exception {
		this.application = new EndpointApplication(WebApplicationType.NONE,
				Map.of("spring.jmx.enabled", true, "spring.jmx.default-domain", "delayqueue.test",
						"management.endpoints.jmx.exposure.include", "delayqueues"));
		this.name = new ObjectName("delayqueue.test:type=Endpoint,name=Delayqueues");
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void hasTheOperationsOfAnOperator() throws Exception {
		assertThat(this.server.getMBeanInfo(this.name).getOperations()).extracting(MBeanOperationInfo::getName)
			.containsExactlyInAnyOrder("queues", "queue", "messages", "message", "operation", "pause", "resume",
					"deliverNow", "replay", "replayAll", "delete", "purge", "cancel");
	}

	@Test
	void looksAtQueues() throws Exception {
		this.application.schedule("looked-at", "a", LATER);
		assertThat(((Map<?, ?>) ((Map<?, ?>) invoke("queues", null, 1000)).get("queues")).get("looked-at")).asString()
			.contains("waiting=1");
		assertThat(((Map<?, ?>) invoke("queue", "looked-at")).keySet().toString()).contains("statistics",
				"dueHistogram", "listeners", "operations");
	}

	@Test
	void looksAtMessagesWithoutPayloads() throws Exception {
		this.application.schedule("looked-into", "a/b", LATER);
		assertThat(invoke("messages", "looked-into", "waiting", null, 10).toString()).contains("a/b", "******")
			.doesNotContain("4111", "acme");
		assertThat(invoke("message", "looked-into", "a/b").toString()).contains("******")
			.doesNotContain("4111", "acme");
		assertThat(invoke("message", "looked-into", "unknown")).isNull();
	}

	@Test
	void operates() throws Exception {
		this.application.schedule("operated", "a", LATER);
		assertThat(invoke("pause", "operated")).isEqualTo(Map.of("changed", true));
		assertThat(invoke("resume", "operated")).isEqualTo(Map.of("changed", true));
		assertThat(invoke("deliverNow", "operated", "a")).isEqualTo(Map.of("changed", true));
		assertThat(invoke("replay", "operated", "a")).isEqualTo(Map.of("changed", false));
		assertThat(invoke("delete", "operated", "a")).isEqualTo(Map.of("changed", true));
	}

	@Test
	void operatesOnManyInTheBackground() throws Exception {
		this.application.schedule("purged", "a", LATER);
		Object operation = ((Map<?, ?>) invoke("purge", "purged", "waiting", 100)).get("operation");
		await().untilAsserted(() -> assertThat(invoke("operation", operation)).asString().contains("FINISHED"));
		assertThat(invoke("cancel", operation).toString()).contains("FINISHED");
		assertThat(invoke("replayAll", "purged", null, null).toString()).contains("replay");
		assertThat(invoke("operation", "unknown")).isNull();
	}

	@Test
	void refusesBadArguments() {
		assertThatExceptionOfType(ReflectionException.class).isThrownBy(() -> invoke("pause", "unknown"))
			.withMessageContaining("There is no queue 'unknown'");
		assertThatExceptionOfType(ReflectionException.class).isThrownBy(() -> invoke("queue", "a b"))
			.withMessageContaining("'queue' must be");
	}

	private Object invoke(String operation, Object... arguments) throws Exception {
		List<MBeanOperationInfo> operations = Arrays.asList(this.server.getMBeanInfo(this.name).getOperations());
		String[] signature = operations.stream()
			.filter((candidate) -> candidate.getName().equals(operation))
			.flatMap((found) -> Arrays.stream(found.getSignature()))
			.map(MBeanParameterInfo::getType)
			.toArray(String[]::new);
		return this.server.invoke(this.name, operation, arguments, signature);
	}

}
