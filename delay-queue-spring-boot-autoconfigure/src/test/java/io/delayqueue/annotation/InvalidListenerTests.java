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

package io.delayqueue.annotation;

import java.util.List;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.config.InvalidDelayListenerException;
import org.junit.jupiter.api.Test;

import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.core.task.SyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what stops the application at start, and what is said then.
 */
class InvalidListenerTests {

	@Test
	@SpringCitizen("refused at start")
	void noQueue() {
		assertRefused(new Object() {

			@DelayListener
			void handle(String payload) {
			}

		}, "@DelayListener on %s has no queue. Name at least one: @DelayListener(\"a-queue\")");
	}

	@Test
	@SpringCitizen("refused at start")
	void blankQueue() {
		assertRefused(new Object() {

			@DelayListener("${none:}")
			void handle(String payload) {
			}

		}, "Attribute 'queues' of @DelayListener on %s is '${none:}', resolved to '': 'queue' must be 1 to 128 "
				+ "letters, digits, '.', '_' or '-' and begin with a letter or digit, but is ''");
	}

	@Test
	@SpringCitizen("refused at start")
	void illegalQueue() {
		assertRefused(new Object() {

			@DelayListener("a,b")
			void handle(String payload) {
			}

		}, "Attribute 'queues' of @DelayListener on %s is 'a,b': 'queue' must be 1 to 128 letters, digits, '.', '_' "
				+ "or '-' and begin with a letter or digit, but is 'a,b'");
	}

	@Test
	void nullQueue() {
		assertRefused(new Object() {

			@DelayListener("#{null}")
			void handle(String payload) {
			}

		}, "Attribute 'queues' of @DelayListener on %s is '#{null}', resolved to 'null': 'queue' must be 1 to 128 "
				+ "letters, digits, '.', '_' or '-' and begin with a letter or digit, but is null");
	}

	@Test
	void unknownPlaceholder() {
		assertRefused(new Object() {

			@DelayListener("${no.such.property}")
			void handle(String payload) {
			}

		}, "Attribute 'queues' of @DelayListener on %s is '${no.such.property}': it can't be resolved: Could not "
				+ "resolve placeholder 'no.such.property' in value \"${no.such.property}\"");
	}

	@Test
	@SpringCitizen("refused at start")
	void concurrencyBelowOne() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", concurrency = "0")
			void handle(String payload) {
			}

		}, "Attribute 'concurrency' of @DelayListener on %s is '0': it must be at least 1");
	}

	@Test
	void concurrencyThatIsNoNumber() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", concurrency = "#{'many'}")
			void handle(String payload) {
			}

		}, "Attribute 'concurrency' of @DelayListener on %s is '#{'many'}', resolved to 'many': it must be a whole "
				+ "number");
	}

	@Test
	void batchSizeOutOfRange() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", batch = "true", batchSize = "257")
			void handle(List<String> payloads) {
			}

		}, "Attribute 'batchSize' of @DelayListener on %s is '257': it must be at most 256");
	}

	@Test
	void batchSizeWithoutBatch() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", batchSize = "2")
			void handle(List<String> payloads) {
			}

		}, "Can't listen with %s: 'batchSize' is set, but 'batch' is not true");
	}

	@Test
	void batchWithoutList() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", batch = "true")
			void handle(String payload) {
			}

		}, "Can't listen with %s: A batch listener takes a List of payloads or messages, a List<Delivery>, or both, "
				+ "but no other parameters");
	}

	@Test
	void unknownAckMode() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", ackMode = "record")
			void handle(String payload) {
			}

		}, "Attribute 'ackMode' of @DelayListener on %s is 'record': it must be auto, manual or none");
	}

	@Test
	void deadLettersThatIsNeitherTrueNorFalse() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", deadLetters = "only")
			void handle(String payload) {
			}

		}, "Attribute 'deadLetters' of @DelayListener on %s is 'only': it must be true or false");
	}

	@Test
	void negativeMaxRetries() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", maxRetries = "-1")
			void handle(String payload) {
			}

		}, "Attribute 'maxRetries' of @DelayListener on %s is '-1': it must be at least 0");
	}

	@Test
	@SpringCitizen("refused at start")
	void leaseThatIsNoDuration() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", lease = "5 parsecs")
			void handle(String payload) {
			}

		}, "Attribute 'lease' of @DelayListener on %s is '5 parsecs': it must be a duration such as 500 "
				+ "(milliseconds), 5s or PT5S");
	}

	@Test
	void leaseThatIsTooShort() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", lease = "99")
			void handle(String payload) {
			}

		}, "Attribute 'lease' of @DelayListener on %s is '99': it must be at least 100ms");
	}

	@Test
	void autoStartupThatIsNoBoolean() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", autoStartup = "yes")
			void handle(String payload) {
			}

		}, "Attribute 'autoStartup' of @DelayListener on %s is 'yes': it must be true or false");
	}

	@Test
	@SpringCitizen("named beans")
	void unknownContainerFactory() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", containerFactory = "none")
			void handle(String payload) {
			}

		}, "Attribute 'containerFactory' of @DelayListener on %s is 'none': it must name a bean of type "
				+ "DelayListenerContainerFactory; there are: delayListenerContainerFactory");
	}

	@Test
	@SpringCitizen("named beans")
	void unknownErrorHandler() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", errorHandler = "#{'no' + 'ne'}")
			void handle(String payload) {
			}

		}, "Attribute 'errorHandler' of @DelayListener on %s is '#{'no' + 'ne'}', resolved to 'none': it must name a "
				+ "bean of type DelayListenerErrorHandler; there is none");
	}

	@Test
	void unknownMessageConverter() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", messageConverter = "none")
			void handle(String payload) {
			}

		}, "Attribute 'messageConverter' of @DelayListener on %s is 'none': it must name a bean of type "
				+ "MessageConverter; there is none");
	}

	@Test
	@SpringCitizen("named beans")
	void beanOfAnotherTypeForExecutor() {
		assertRefused(new Object() {

			@DelayListener(queues = "a", executor = "bean")
			void handle(String payload) {
			}

		}, "Attribute 'executor' of @DelayListener on %s is 'bean': it must name a bean of type Executor; there are: "
				+ "executorBean");
	}

	@Test
	@SpringCitizen("what cannot be called")
	void privateMethod() {
		assertRefused(new PrivateMethod(), "Can't listen with %s: It is private or static, so no proxy could see the "
				+ "call. Make it an instance method that is not private");
	}

	@Test
	@SpringCitizen("what cannot be called")
	void staticMethod() {
		assertRefused(new StaticMethod(), "Can't listen with %s: It is private or static, so no proxy could see the "
				+ "call. Make it an instance method that is not private");
	}

	@Test
	@KnownFault("rqueue return value")
	@SpringCitizen("refused at start")
	void returnValue() {
		assertRefused(new Object() {

			@DelayListener("a")
			String handle(String payload) {
				return payload;
			}

		}, "Can't listen with %s: It returns java.lang.String, which nobody would receive. Return void, or a "
				+ "CompletionStage such as CompletableFuture or a Mono to let the message count as handled when that "
				+ "completes");
	}

	@Test
	@SpringCitizen("refused at start")
	void twoPayloads() {
		assertRefused(new Object() {

			@DelayListener("a")
			void handle(String payload, String other) {
			}

		}, "Can't listen with %s: Parameters 0 and 1 could both be the payload. Annotate those that are headers with "
				+ "@Header, and make one parameter of what is in the payload");
	}

	@Test
	@SpringCitizen("refused at start")
	void duplicateId() {
		DuplicateIds bean = new DuplicateIds();
		assertThatExceptionOfType(InvalidDelayListenerException.class).isThrownBy(() -> start(bean))
			.withMessage("Id 'same' belongs to two listeners: listener 'same' of [a] on method void "
					+ DuplicateIds.class.getName()
					+ ".first() of bean 'bean', and listener 'same' of [b] on method void "
					+ DuplicateIds.class.getName() + ".second() of bean 'bean'. Give one of them another id");
	}

	private static void assertRefused(Object bean, String message) {
		String method = ListenerMethods.find(bean.getClass()).keySet().iterator().next().toGenericString();
		assertThatExceptionOfType(InvalidDelayListenerException.class).isThrownBy(() -> start(bean))
			.withMessage(message.formatted("method " + method + " of bean 'bean'"));
	}

	private static void start(Object bean) {
		new ListenerContext((context) -> {
			context.registerBean(PropertySourcesPlaceholderConfigurer.class);
			context.registerBean("executorBean", SyncTaskExecutor.class);
			context.registerBean("bean", Object.class, () -> bean);
		});
	}

	static class PrivateMethod {

		@DelayListener("a")
		private void handle(String payload) {
		}

	}

	static class StaticMethod {

		@DelayListener("a")
		static void handle(String payload) {
		}

	}

	static class DuplicateIds {

		@DelayListener(id = "same", queues = "a")
		void first() {
		}

		@DelayListener(id = "same", queues = "b")
		void second() {
		}

	}

}
