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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.RecurringMessage;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.Delivery;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How traces go through the queue, whatever library makes them.
 */
abstract class TracingContract {

	private final TracingHarness tracing = tracing();

	private final TracedApplication application = new TracedApplication(this.tracing);

	abstract TracingHarness tracing();

	@Test
	@SpringCitizen("traces")
	void continuesTheTraceAcrossTheDelay() {
		this.application.run((context) -> {
			this.application.call(context, (template) -> template.schedule("orders", "ok", Duration.ofMillis(50)));
			FinishedSpan handle = this.application.span("handle orders");
			FinishedSpan schedule = this.application.span("schedule orders");
			FinishedSpan caller = this.application.span("caller");
			assertThat(schedule.parentId()).isEqualTo(caller.id());
			assertThat(handle.parentId()).isEqualTo(schedule.id());
			assertThat(List.of(schedule.traceId(), handle.traceId())).containsOnly(caller.traceId());
			assertThat(List.of(schedule.kind(), handle.kind())).containsExactly("PRODUCER", "CONSUMER");
		}, Listeners.class);
	}

	@Test
	void saysWhatWasDone() {
		this.application.run((context) -> {
			String id = context.getBean(DelayQueueTemplate.class).schedule("orders", "ok", Duration.ZERO);
			assertThat(this.application.span("handle orders").tags()).containsEntry("messaging.system", "delayqueue")
				.containsEntry("messaging.operation.name", "handle")
				.containsEntry("messaging.destination.name", "orders")
				.containsEntry("messaging.message.id", id)
				.containsEntry("delayqueue.listener.id", "order-listener")
				.containsEntry("delayqueue.attempt", "1")
				.containsKey("delayqueue.lateness");
			assertThat(this.application.span("schedule orders").tags()).containsEntry("delayqueue.outcome", "scheduled")
				.containsEntry("messaging.operation.name", "schedule")
				.containsEntry("messaging.message.id", id);
		}, Listeners.class);
	}

	@Test
	void letsHandlerAndInterceptorsWorkWithinTheSpan() {
		this.application.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("orders", "ok", Duration.ZERO);
			FinishedSpan handle = this.application.span("handle orders");
			assertThat(context.getBean(Listeners.class).seen).containsExactly("interceptor " + handle.id(),
					"handler " + handle.id());
		}, Listeners.class);
	}

	@Test
	void makesEachRetryASpanOfTheSameTrace() {
		this.application.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("orders", "once more", Duration.ZERO);
			List<FinishedSpan> handled = this.application.spans("handle orders", 2);
			FinishedSpan schedule = this.application.span("schedule orders");
			assertThat(handled).extracting(FinishedSpan::parentId).containsOnly(schedule.id());
			assertThat(handled).extracting(FinishedSpan::failed).containsExactly(true, false);
			assertThat(handled).extracting((span) -> span.tags().get("delayqueue.attempt")).containsExactly("1", "2");
		}, Listeners.class);
	}

	@Test
	void endsTheSpanWhenTheStageCompletes() {
		this.application.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("later", "x", Duration.ZERO);
			Listeners listeners = context.getBean(Listeners.class);
			CompletableFuture<Void> stage = listeners.nextStage();
			assertThat(this.tracing.spans()).noneMatch((span) -> span.name().equals("handle later"));
			stage.completeExceptionally(new IllegalStateException("too late"));
			assertThat(this.application.span("handle later").failed()).isTrue();
		}, Listeners.class);
	}

	@Test
	void letsAMonoRunWithinTheSpan() {
		this.application.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("mono", "x", Duration.ZERO);
			FinishedSpan handle = this.application.span("handle mono");
			assertThat(context.getBean(Listeners.class).seen).contains("mono " + handle.id());
		}, Listeners.class);
	}

	@Test
	void leavesMessagesOfABatchInTheirTracesAndCallsOutside() {
		this.application.run((context) -> {
			List<DelayMessage<String>> messages = List.of(message("batch", "a"), message("batch", "b"));
			this.application.call(context, (template) -> template.scheduleAll(messages));
			List<FinishedSpan> handled = this.application.spans("handle batch", 2);
			List<FinishedSpan> scheduled = this.application.spans("schedule batch", 2);
			assertThat(handled).extracting(FinishedSpan::parentId)
				.containsExactlyInAnyOrderElementsOf(scheduled.stream().map(FinishedSpan::id).toList());
			FinishedSpan call = this.application.span("handle batch of batch");
			assertThat(call.traceId()).isNotEqualTo(handled.get(0).traceId());
			assertThat(call.tags()).containsKey("messaging.batch.message_count");
			assertThat(context.getBean(Listeners.class).seen).contains("batch " + call.id());
		}, Listeners.class);
	}

	@Test
	void marksWhatWasNotScheduled() {
		this.application.run((context) -> {
			DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
			template.schedule(DelayMessage.to("kept").payload("x").delay(Duration.ofDays(1)).id("a").build());
			assertThatIllegalArgumentException()
				.isThrownBy(() -> template.schedule("kept", new Unconvertible(), Duration.ofDays(1)));
			ScheduleResult kept = template.schedule(DelayMessage.to("kept")
				.payload("x")
				.delay(Duration.ofDays(1))
				.id("a")
				.onDuplicate(DuplicatePolicy.KEEP)
				.build());
			assertThat(kept.outcome()).isEqualTo(ScheduleResult.Outcome.KEPT);
			List<FinishedSpan> spans = this.application.spans("schedule kept", 3);
			assertThat(spans).extracting((span) -> span.tags().get("delayqueue.outcome"))
				.containsExactly("scheduled", "not-scheduled", "kept");
			assertThat(spans).extracting(FinishedSpan::failed).containsExactly(false, true, false);
		});
	}

	@Test
	void beginsATraceForEachOccurrenceAndKeepsTheDefinition() {
		this.application.run((context) -> {
			RecurringMessage<String> message = RecurringMessage.to("orders")
				.payload("ok")
				.id("daily")
				.every(Duration.ofMillis(300))
				.build();
			this.application.call(context, (template) -> template.scheduleRecurring(message));
			this.application.call(context, (template) -> assertThat(template.scheduleRecurring(message).outcome())
				.isEqualTo(ScheduleResult.Outcome.KEPT));
			List<FinishedSpan> handled = this.application.spans("handle orders", 2);
			assertThat(handled).extracting(FinishedSpan::parentId).containsOnlyNulls();
			assertThat(handled.get(0).traceId()).isNotEqualTo(handled.get(1).traceId());
		}, Listeners.class);
	}

	@Test
	void keepsTheHeadersOfTheMessage() {
		this.application.run((context) -> {
			DelayMessage<String> message = DelayMessage.to("kept")
				.payload("x")
				.delay(Duration.ofDays(1))
				.header("tenant", "7")
				.header(this.tracing.header(), "that of another trace")
				.id("a")
				.build();
			this.application.call(context, (template) -> template.schedule(message));
			assertThat(context.getBean(DelayQueueTemplate.class).find("kept", "a").orElseThrow().headers())
				.containsEntry("tenant", "7")
				.hasEntrySatisfying(this.tracing.header(),
						(header) -> assertThat(header).contains(this.application.span("schedule kept").traceId()));
		});
	}

	@Test
	void isSwitchedOffByDefault() {
		this.application.with((runner) -> runner.withPropertyValues("delay-queue.listener.observation-enabled=false",
				"delay-queue.template.observation-enabled=false"))
			.run((context) -> {
				this.application.call(context, (template) -> template
					.schedule(DelayMessage.to("orders").payload("ok").delay(Duration.ZERO).id("a").build()));
				assertThat(context.getBean(Listeners.class).nextHeaders()).doesNotContainKey(this.tracing.header());
				assertThat(this.tracing.spans()).extracting(FinishedSpan::name).containsExactly("caller");
			}, Listeners.class);
	}

	private static DelayMessage<String> message(String queue, String payload) {
		return DelayMessage.to(queue).payload(payload).delay(Duration.ZERO).build();
	}

	/**
	 * Something that no converter takes.
	 */
	static final class Unconvertible {

		public Object getSelf() {
			return this;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		private final ObservationRegistry registry;

		private final List<String> seen = new CopyOnWriteArrayList<>();

		private final BlockingQueue<CompletableFuture<Void>> stages = new LinkedBlockingQueue<>();

		private final BlockingQueue<Map<String, String>> headers = new LinkedBlockingQueue<>();

		private volatile boolean failed;

		Listeners(ObservationRegistry registry) {
			this.registry = registry;
		}

		CompletableFuture<Void> nextStage() {
			return poll(this.stages);
		}

		Map<String, String> nextHeaders() {
			return poll(this.headers);
		}

		private static <T> T poll(BlockingQueue<T> queue) {
			try {
				T element = queue.poll(20, TimeUnit.SECONDS);
				assertThat(element).isNotNull();
				return element;
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private void see(String what) {
			this.seen.add(what + " " + CurrentSpan.id(this.registry));
		}

		@DelayListener(id = "order-listener", queues = "orders", concurrency = "1")
		void order(String order, Delivery delivery) {
			see("handler");
			this.headers.add(delivery.getMessage().headers());
			if (order.equals("once more") && !this.failed) {
				this.failed = true;
				throw new IllegalStateException("not yet");
			}
		}

		@DelayListener(queues = "later", maxRetries = "0")
		CompletableFuture<Void> later(String payload) {
			CompletableFuture<Void> stage = new CompletableFuture<>();
			this.stages.add(stage);
			return stage;
		}

		@DelayListener("mono")
		Mono<Void> mono(String payload) {
			return Mono.fromRunnable(() -> see("mono"));
		}

		@DelayListener(queues = "batch", batch = "true", concurrency = "1")
		void batch(List<String> payloads) {
			see("batch");
		}

		@Bean
		DelayMessageInterceptor spanInterceptor() {
			return new DelayMessageInterceptor() {
				@Override
				public boolean beforeHandling(Delivery delivery) {
					see("interceptor");
					return true;
				}
			};
		}

	}

}
