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

package io.delayqueue.autoconfigure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.delayqueue.outbox.OutboxBacklog;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OutboxGauge}.
 */
class OutboxGaugeTests {

	private final AtomicInteger asked = new AtomicInteger();

	private final AtomicLong nanos = new AtomicLong();

	@Test
	void asksOnceForSeveralNumbers() {
		OutboxGauge gauge = gauge(() -> new OutboxBacklog(this.asked.get(), Duration.ZERO, 7));
		assertThat(gauge.read(OutboxBacklog::count)).isEqualTo(1);
		assertThat(gauge.read(OutboxBacklog::setAside)).isEqualTo(7);
		this.nanos.addAndGet(OutboxGauge.KEPT.toNanos() - 1);
		assertThat(gauge.read(OutboxBacklog::count)).isEqualTo(1);
		this.nanos.incrementAndGet();
		assertThat(gauge.read(OutboxBacklog::count)).isEqualTo(2);
		assertThat(this.asked).hasValue(2);
	}

	@Test
	void asksOnceAlsoIfTheDatabaseIsAway() {
		OutboxGauge gauge = gauge(() -> {
			throw new IllegalStateException("It is away");
		});
		assertThat(gauge.read(OutboxBacklog::count)).isNaN();
		assertThat(gauge.read(OutboxBacklog::setAside)).isNaN();
		assertThat(this.asked).hasValue(1);
	}

	private OutboxGauge gauge(Supplier<OutboxBacklog> backlog) {
		return new OutboxGauge(() -> {
			this.asked.incrementAndGet();
			return backlog.get();
		}, this.nanos::get);
	}

}
