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

import java.io.InputStream;

import io.delayqueue.DelayQueueException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Import of orders over HTTP: the body is read as it comes. A file that is sent with no
 * content type, or with the one that {@code curl --data-binary} gives it, is taken too.
 */
@RestController
class OrderImportController {

	private static final Log logger = LogFactory.getLog(OrderImportController.class);

	private final OrderImporter importer;

	OrderImportController(OrderImporter importer) {
		this.importer = importer;
	}

	@PostMapping(path = "/orders/import",
			consumes = { MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_NDJSON_VALUE, "application/jsonl",
					MediaType.APPLICATION_OCTET_STREAM_VALUE, MediaType.APPLICATION_FORM_URLENCODED_VALUE })
	ImportReport importOrders(InputStream body) throws ImportInterruptedException {
		return this.importer.importFrom(body);
	}

	@ExceptionHandler
	ProblemDetail handle(ImportInterruptedException exception) {
		logger.warn("An import ended early after " + exception.getReport().imported() + " orders",
				exception.getCause());
		boolean queueFailed = exception.getCause() instanceof DelayQueueException;
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(
				queueFailed ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.BAD_REQUEST,
				queueFailed
						? "The shop can't keep appointments at the moment. What the report counts as imported is kept"
						: "The file ended unexpectedly. What the report counts as imported is kept");
		problem.setProperty("report", exception.getReport());
		return problem;
	}

}
