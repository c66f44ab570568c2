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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.sample.order.NewOrder;
import io.delayqueue.sample.order.OrderRequest;
import io.delayqueue.sample.order.OrderService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link OrderImporter}.
 */
class OrderImporterTests {

	private static final String GOOD = "{\"item\":\"Tea\",\"amount\":1}\n";

	private static final String BAD = "{\"item\":\"Tea\",\"amount\":-1}\n";

	private final List<Integer> batches = new ArrayList<>();

	private final OrderService orders = mock(OrderService.class);

	private final OrderImporter importer = new OrderImporter(
			new OrderLineParser(JsonMapper.builder().build(), this.orders), this.orders);

	@BeforeEach
	void checkAsTheShopDoes() {
		given(this.orders.check(any())).willAnswer((invocation) -> invocation.<OrderRequest>getArgument(0)
			.check(Instant.parse("2030-01-31T07:00:00Z"), Duration.ofSeconds(30)));
		given(this.orders.place(anyList())).willAnswer((invocation) -> {
			this.batches.add(invocation.<List<NewOrder>>getArgument(0).size());
			return List.of();
		});
	}

	@Test
	void placesOrdersInBatches() throws ImportInterruptedException {
		ImportReport report = importLines(GOOD.repeat(1001));
		assertThat(this.batches).containsExactly(500, 500, 1);
		assertThat(report).isEqualTo(new ImportReport(1001, 1001, 0, 0, List.of()));
	}

	@Test
	void keepsGoodLinesAndNamesBadOnes() throws ImportInterruptedException {
		ImportReport report = importLines(GOOD + BAD + "\n" + GOOD + "nonsense");
		assertThat(report.lines()).isEqualTo(5);
		assertThat(report.imported()).isEqualTo(2);
		assertThat(report.blank()).isEqualTo(1);
		assertThat(report.bad()).isEqualTo(2);
		assertThat(report.badLines()).extracting(BadLine::line).containsExactly(2L, 5L);
	}

	@Test
	void namesOnlyTheFirstHundredBadLines() throws ImportInterruptedException {
		ImportReport report = importLines(BAD.repeat(150));
		assertThat(report.bad()).isEqualTo(150);
		assertThat(report.badLines()).hasSize(100);
	}

	@Test
	void placesNothingForEmptyFile() throws ImportInterruptedException {
		assertThat(importLines("")).isEqualTo(new ImportReport(0, 0, 0, 0, List.of()));
		assertThat(this.batches).isEmpty();
	}

	@Test
	void reportsWhatIsKeptWhenQueueFails() {
		given(this.orders.place(anyList())).willReturn(List.of()).willThrow(new DelayQueueException("no Redis"));
		ImportInterruptedException exception = catchThrowableOfType(ImportInterruptedException.class,
				() -> importLines(GOOD.repeat(1200)));
		assertThat(exception).hasCauseInstanceOf(DelayQueueException.class);
		assertThat(exception.getReport().imported()).isEqualTo(500);
	}

	@Test
	void reportsWhatIsKeptWhenFileBreaksOff() {
		InputStream broken = new SequenceInputStream(stream(GOOD.repeat(600)), new InputStream() {

			@Override
			public int read() throws IOException {
				throw new IOException("connection reset");
			}

		});
		ImportInterruptedException exception = catchThrowableOfType(ImportInterruptedException.class,
				() -> this.importer.importFrom(broken));
		assertThat(exception).hasCauseInstanceOf(IOException.class);
		assertThat(exception.getReport().imported()).isEqualTo(600);
	}

	private ImportReport importLines(String lines) throws ImportInterruptedException {
		return this.importer.importFrom(stream(lines));
	}

	private static InputStream stream(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

}
