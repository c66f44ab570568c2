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

import java.util.Map;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.annotation.EnableDelayListeners;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link InvalidDelayListenerFailureAnalyzer} in an application, one for each
 * mistake that stops it at start.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidDelayListenerFailureAnalyzerTests {

	private static final String GENERAL_ACTION = "Correct the method, its annotation, or the property that the value "
			+ "comes from, as described.";

	@Test
	void noQueue(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), NoQueue.class), "has no queue", "Name at least one");
	}

	@Test
	void blankQueue(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of("app.queue", " "), QueueOfProperty.class),
				"Attribute 'queues' of @DelayListener", GENERAL_ACTION);
	}

	@Test
	void illegalQueue(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of("app.queue", "a/b"), QueueOfProperty.class),
				"is '${app.queue}', resolved to 'a/b': 'queue' must be 1 to 128 letters", GENERAL_ACTION);
	}

	@Test
	@SpringCitizen("failure analyzers")
	void duplicateId(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), DuplicateId.class), "Id 'same' belongs to two listeners",
				"Give one of them another id.");
	}

	@Test
	void concurrencyBelowOne(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), BadConcurrency.class),
				"Attribute 'concurrency' of @DelayListener on method void", GENERAL_ACTION)
			.contains("is '0': it must be at least 1");
	}

	@Test
	@SpringCitizen("failure analyzers")
	void unparseableDuration(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), BadLease.class),
				"is '5 parsecs': it must be a duration such as 500 (milliseconds), 5s or PT5S", GENERAL_ACTION);
	}

	@Test
	void twoPayloads(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), TwoPayloads.class),
				"Annotate those that are headers with @Header", GENERAL_ACTION);
	}

	@Test
	void unsupportedReturnType(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), Returning.class),
				"It returns java.lang.String, which nobody would receive. Return void", GENERAL_ACTION);
	}

	@Test
	@SpringCitizen("failure analyzers")
	void unknownContainerFactory(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of(), UnknownFactory.class),
				"Attribute 'containerFactory' of @DelayListener", GENERAL_ACTION)
			.contains("is 'none': it must name a bean of type DelayListenerContainerFactory; there are: "
					+ "delayListenerContainerFactory");
	}

	@Test
	@SpringCitizen("failure analyzers")
	void noStore(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of("delay-queue.store", "redis"), Plain.class),
				"There is no container factory for listener 'plain", "spring.data.redis.host")
			.contains("There is no store for the delay queue, since there is no bean of type RedisConnectionFactory");
	}

	@Test
	void switchedOff(CapturedOutput output) {
		assertShown(StartFailure.of(output, Map.of("delay-queue.enabled", "false"), Enabled.class),
				"since delay-queue.enabled is false", "Set delay-queue.enabled=true");
	}

	private static AbstractStringAssert<?> assertShown(StartFailure failure, String description, String action) {
		assertThat(failure.action()).contains(action);
		return assertThat(failure.description()).contains("A delay listener can't be set up:").contains(description);
	}

	static class NoQueue {

		@DelayListener
		void handle(String payload) {
		}

	}

	static class QueueOfProperty {

		@DelayListener("${app.queue}")
		void handle(String payload) {
		}

	}

	static class DuplicateId {

		@DelayListener(id = "same", queues = "a")
		void first(String payload) {
		}

		@DelayListener(id = "same", queues = "b")
		void second(String payload) {
		}

	}

	static class BadConcurrency {

		@DelayListener(queues = "a", concurrency = "0")
		void handle(String payload) {
		}

	}

	static class BadLease {

		@DelayListener(queues = "a", lease = "5 parsecs")
		void handle(String payload) {
		}

	}

	static class TwoPayloads {

		@DelayListener("a")
		void handle(String payload, String other) {
		}

	}

	static class Returning {

		@DelayListener("a")
		String handle(String payload) {
			return payload;
		}

	}

	static class UnknownFactory {

		@DelayListener(queues = "a", containerFactory = "none")
		void handle(String payload) {
		}

	}

	static class Plain {

		@DelayListener(id = "plain", queues = "a")
		void handle(String payload) {
		}

	}

	@EnableDelayListeners
	static class Enabled {

		@DelayListener(id = "plain", queues = "a")
		void handle(String payload) {
		}

	}

}
