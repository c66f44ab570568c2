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

package io.delayqueue.sample.web;

import io.delayqueue.DelayQueueException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers with problem details (RFC 9457) that name the field at fault.
 */
@RestControllerAdvice
class ProblemDetailsAdvice extends ResponseEntityExceptionHandler {

	private static final Log logger = LogFactory.getLog(ProblemDetailsAdvice.class);

	@ExceptionHandler
	ProblemDetail handle(InvalidFieldException exception) {
		return badRequest(Fault.of(exception));
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> handle(DelayQueueException exception) {
		logger.warn("A request was refused, since the queue didn't take its message", exception);
		return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
			.header(HttpHeaders.RETRY_AFTER, "5")
			.body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
					"The shop can't keep appointments at the moment. Nothing was stored, please try again"));
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException exception,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		Fault fault = (exception.getCause() instanceof JacksonException cause) ? Fault.of(cause)
				: new Fault(null, "The request needs a body that is a JSON object");
		return handleExceptionInternal(exception, badRequest(fault), headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(MethodArgumentNotValidException exception,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		FieldError error = exception.getFieldError();
		Fault fault = (error != null) ? unfit(error.getField(), error.getRejectedValue())
				: new Fault(null, "The request's parameters can't be read");
		return handleExceptionInternal(exception, badRequest(fault), headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException exception, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		Fault fault = unfit(exception.getPropertyName(), exception.getValue());
		return handleExceptionInternal(exception, badRequest(fault), headers, status, request);
	}

	private static Fault unfit(@Nullable String field, @Nullable Object value) {
		return new Fault(field, "'" + field + "' can't be '" + value + "'");
	}

	private static ProblemDetail badRequest(Fault fault) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, fault.reason());
		if (fault.field() != null) {
			problem.setProperty("field", fault.field());
		}
		return problem;
	}

}
