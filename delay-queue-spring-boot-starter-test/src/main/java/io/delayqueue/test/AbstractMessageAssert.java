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

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.ObjectAssert;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.util.Assert;

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
	 * Verify the payload, converted to the type of what is expected. What a map or
	 * collection holds has no type to be converted to: it is compared as the converter
	 * writes it.
	 * @param expected what is expected
	 * @return this assertion
	 */
	public S withPayload(Object expected) {
		Assert.notNull(expected, "'expected' must not be null");
		Class<?> type = typeOf(expected);
		boolean holder = type.isInterface();
		Object payload = converted(() -> this.actual.payload(type),
				"to have the payload " + expected + ", but it is no " + type.getName());
		if (!Objects.deepEquals(payload, (holder) ? this.actual.asIfStored(expected, type) : expected)) {
			throw failed("to have the payload " + expected + ", but it is " + payload);
		}
		return this.myself;
	}

	// Not the class itself where no converter can make one of it.
	private static Class<?> typeOf(Object expected) {
		if (expected instanceof Map) {
			return Map.class;
		}
		if (expected instanceof Collection) {
			return (expected instanceof Set) ? Set.class : Collection.class;
		}
		return (expected instanceof Enum<?> constant) ? constant.getDeclaringClass() : expected.getClass();
	}

	private <T> T converted(Supplier<T> conversion, String expectation) {
		try {
			return conversion.get();
		}
		catch (MessageConversionException | IllegalStateException ex) {
			AssertionError failure = failed(expectation + ": " + this.actual.shownPayload());
			failure.initCause(ex);
			throw failure;
		}
	}

	/**
	 * Convert the payload as for a listener and go on with it.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return assertions about the payload
	 */
	public <T> ObjectAssert<T> payload(Class<T> type) {
		return new ObjectAssert<>(converted(() -> this.actual.payload(type),
				"to have a payload of type " + type.getName() + ", but it is"));
	}

	/**
	 * Convert the payload as for a listener and go on with it.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return assertions about the payload
	 */
	public <T> ObjectAssert<T> payload(ParameterizedTypeReference<T> type) {
		return new ObjectAssert<>(converted(() -> this.actual.payload(type),
				"to have a payload of type " + type.getType().getTypeName() + ", but it is"));
	}

	/**
	 * Verify a header.
	 * @param name its name
	 * @param value its value
	 * @return this assertion
	 */
	public S withHeader(String name, String value) {
		Assert.notNull(value, "'value' must not be null");
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
