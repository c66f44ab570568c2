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

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.brave.bridge.BraveBaggageManager;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BravePropagator;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import io.micrometer.tracing.propagation.Propagator;

/**
 * Brave.
 */
final class BraveHarness implements TracingHarness {

	private final List<FinishedSpan> spans = new CopyOnWriteArrayList<>();

	private final Tracing tracing = Tracing.newBuilder().addSpanHandler(new SpanHandler() {
		@Override
		public boolean end(TraceContext context, MutableSpan span, Cause cause) {
			return BraveHarness.this.spans.add(toFinished(span));
		}
	}).build();

	private final Tracer tracer = new BraveTracer(this.tracing.tracer(),
			new BraveCurrentTraceContext(this.tracing.currentTraceContext()), new BraveBaggageManager());

	@Override
	public String header() {
		return "X-B3-TraceId";
	}

	@Override
	public Tracer tracer() {
		return this.tracer;
	}

	@Override
	public Propagator propagator() {
		return new BravePropagator(this.tracing);
	}

	@Override
	public List<FinishedSpan> spans() {
		return this.spans;
	}

	private static FinishedSpan toFinished(MutableSpan span) {
		return new FinishedSpan(span.name(), (span.kind() != null) ? span.kind().name() : null, span.traceId(),
				span.id(), span.parentId(), span.error() != null, Map.copyOf(span.tags()));
	}

}
