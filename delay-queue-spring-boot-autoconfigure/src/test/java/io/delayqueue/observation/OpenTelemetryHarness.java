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

package io.delayqueue.observation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

/**
 * OpenTelemetry with its exporter to memory.
 */
final class OpenTelemetryHarness implements TracingHarness {

	private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

	private final io.opentelemetry.api.trace.Tracer otelTracer = SdkTracerProvider.builder()
		.addSpanProcessor(SimpleSpanProcessor.create(this.exporter))
		.build()
		.get("test");

	private final Tracer tracer = new OtelTracer(this.otelTracer, new OtelCurrentTraceContext(), (event) -> {
	});

	@Override
	public String header() {
		return "traceparent";
	}

	@Override
	public Tracer tracer() {
		return this.tracer;
	}

	@Override
	public Propagator propagator() {
		return new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), this.otelTracer);
	}

	@Override
	public List<FinishedSpan> spans() {
		return this.exporter.getFinishedSpanItems().stream().map(OpenTelemetryHarness::toFinished).toList();
	}

	private static FinishedSpan toFinished(SpanData span) {
		Map<String, String> tags = new HashMap<>();
		span.getAttributes().forEach((key, value) -> tags.put(key.getKey(), value.toString()));
		String parent = span.getParentSpanId();
		return new FinishedSpan(span.getName(), span.getKind().name(), span.getTraceId(), span.getSpanId(),
				SpanId.isValid(parent) ? parent : null, span.getStatus().getStatusCode() == StatusCode.ERROR, tags);
	}

}
