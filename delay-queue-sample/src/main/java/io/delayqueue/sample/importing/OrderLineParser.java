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

package io.delayqueue.sample.importing;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import io.delayqueue.sample.order.NewOrder;
import io.delayqueue.sample.order.OrderRequest;
import io.delayqueue.sample.order.OrderService;
import io.delayqueue.sample.web.Fault;
import io.delayqueue.sample.web.InvalidFieldException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/**
 * Turns a line into an order, by the same rules as an order that is sent alone.
 */
@Component
class OrderLineParser {

	static final int MAX_BYTES = 64 * 1024;

	private static final String BYTE_ORDER_MARK = "\uFEFF";

	private final ObjectReader reader;

	private final OrderService orders;

	OrderLineParser(JsonMapper jsonMapper, OrderService orders) {
		// What follows the order is looked at here, to be told as what it is.
		this.reader = jsonMapper.readerFor(OrderRequest.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
		this.orders = orders;
	}

	/**
	 * Parse a line.
	 * @param line the line
	 * @return the order, or empty if the line is blank
	 * @throws BadLineException if it can't be taken
	 */
	Optional<NewOrder> parse(LineReader.Line line) throws BadLineException {
		String text = decode(line);
		if (text.isBlank()) {
			return Optional.empty();
		}
		try (JsonParser json = this.reader.createParser(text)) {
			OrderRequest request = this.reader.readValue(json);
			if (json.nextToken() != null) {
				throw bad(line, new Fault(null, "There is more than one JSON value on the line"));
			}
			if (request == null) {
				throw bad(line, new Fault(null, "The line is not a JSON object"));
			}
			return Optional.of(this.orders.check(request));
		}
		catch (JacksonException ex) {
			throw bad(line, Fault.of(ex));
		}
		catch (InvalidFieldException ex) {
			throw bad(line, Fault.of(ex));
		}
	}

	// Strictly: a broken character would otherwise become a question mark in the order.
	private static String decode(LineReader.Line line) throws BadLineException {
		if (line.content() == null) {
			throw bad(line, new Fault(null, "The line is longer than " + MAX_BYTES + " bytes"));
		}
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.content())).toString();
			return (line.number() == 1 && text.startsWith(BYTE_ORDER_MARK)) ? text.substring(1) : text;
		}
		catch (CharacterCodingException ex) {
			throw bad(line, new Fault(null, "The line is not UTF-8"));
		}
	}

	private static BadLineException bad(LineReader.Line line, Fault fault) {
		return new BadLineException(new BadLine(line.number(), fault.field(), fault.reason()));
	}

}
