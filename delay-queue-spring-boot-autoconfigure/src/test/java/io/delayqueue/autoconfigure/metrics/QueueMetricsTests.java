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

package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import io.delayqueue.SpringCitizen;
import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.PayloadMessageConverter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QueueMetrics}.
 */
class QueueMetricsTests {

	private final MutableInstantSource clock = new MutableInstantSource(Instant.EPOCH);

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store,
			new PayloadMessageConverter(JsonMapper.shared()), DataSize.ofMegabytes(1), this.clock);

	private long now;

	private final QueueMetrics metrics = new QueueMetrics(new QueueSampler(new DefaultDelayQueueAdmin(this.store),
			Set::of, Duration.ofSeconds(1), 10, () -> this.now, Runnable::run));

	private final MeterRegistry registry = new SimpleMeterRegistry();

	@Test
	@SpringCitizen("meters")
	void showsWhatIsInAQueue() {
		schedule("orders", Duration.ofSeconds(10));
		schedule("orders", Duration.ofSeconds(20));
		schedule("orders", Duration.ofDays(1));
		this.clock.advance(Duration.ofSeconds(25));
		this.store.pause("orders");
		this.metrics.bindTo(this.registry);
		assertThat(gauge("waiting", "orders")).isOne();
		assertThat(gauge("due", "orders")).isEqualTo(2);
		assertThat(gauge("leased", "orders")).isZero();
		assertThat(gauge("dead", "orders")).isZero();
		assertThat(gauge("overdue", "orders")).isEqualTo(15);
		assertThat(gauge("paused", "orders")).isOne();
		assertThat(this.registry.get("delayqueue.queues").gauge().value()).isOne();
	}

	@Test
	void givesQueuesThatAppearLaterTheirGauges() {
		this.metrics.bindTo(this.registry);
		assertThat(this.registry.find("delayqueue.queue.waiting").gauges()).isEmpty();
		schedule("late", Duration.ofDays(1));
		this.now += Duration.ofSeconds(1).toNanos();
		assertThat(this.registry.get("delayqueue.queues").gauge().value()).isOne();
		assertThat(gauge("waiting", "late")).isOne();
	}

	@Test
	void servesSeveralRegistriesFromTheSameCounts() {
		schedule("orders", Duration.ofDays(1));
		MeterRegistry other = new SimpleMeterRegistry();
		this.metrics.bindTo(this.registry);
		this.now += Duration.ofSeconds(1).toNanos();
		this.metrics.bindTo(other);
		assertThat(gauge("waiting", "orders")).isOne();
		assertThat(other.get("delayqueue.queue.waiting").gauge().value()).isOne();
	}

	private void schedule(String queue, Duration delay) {
		this.template.schedule(DelayMessage.to(queue).payload("x").delay(delay).build());
	}

	private double gauge(String name, String queue) {
		return this.registry.get("delayqueue.queue." + name).tag("queue", queue).gauge().value();
	}

}
