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

package io.delayqueue.test;

import java.util.Objects;

import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.ObjectAssert;

import org.springframework.core.ParameterizedTypeReference;

/**
 * Assertions about a message, whatever its state.
 *
 * @param <S> the type of the assertion
 * @since 0.1.0
 */
public abstract class AbstractMessageAssert<S extends AbstractMessageAssert<S>> extends AbstractAssert<S, TestMessage> {

	private final TestQueue queue;

	AbstractMessageAssert(TestQueue queue, TestMessage message, Class<S> type) {
		super(message, type);
		this.queue = queue;
	}

	TestQueue queue() {
		return this.queue;
	}

	/**
	 * Verify the payload, converted to the type of what is expected.
	 * @param expected what is expected
	 * @return this assertion
	 */
	public S withPayload(Object expected) {
		Object payload = this.actual.payload(expected.getClass());
		if (!Objects.deepEquals(payload, expected)) {
			throw failed("to have the payload " + expected + ", but it is " + payload);
		}
		return this.myself;
	}

	/**
	 * Convert the payload as for a listener and go on with it.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return assertions about the payload
	 */
	public <T> ObjectAssert<T> payload(Class<T> type) {
		return new ObjectAssert<>(this.actual.payload(type));
	}

	/**
	 * Convert the payload as for a listener and go on with it.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return assertions about the payload
	 */
	public <T> ObjectAssert<T> payload(ParameterizedTypeReference<T> type) {
		return new ObjectAssert<>(this.actual.payload(type));
	}

	/**
	 * Verify a header.
	 * @param name its name
	 * @param value its value
	 * @return this assertion
	 */
	public S withHeader(String name, String value) {
		if (!value.equals(this.actual.headers().get(name))) {
			throw failed("to have the header '" + name + "' with the value '" + value + "', but its headers are "
					+ this.actual.headers());
		}
		return this.myself;
	}

	/**
	 * Verify how often the message has failed.
	 * @param count how often
	 * @return this assertion
	 */
	public S withFailures(int count) {
		if (this.actual.failures() != count) {
			throw failed("to have failed " + count + " times, but it has " + this.actual.failures() + " times");
		}
		return this.myself;
	}

	AssertionError failed(String expectation) {
		return failure("%s", "Expecting message '" + this.actual.id() + "' " + expectation + ".\n"
				+ QueueDescription.of(this.queue));
	}

}
