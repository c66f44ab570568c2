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

package io.delayqueue;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.OutboxAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.observation.DelayQueueObservation;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps the tables of meters and observations, and the dashboard, true.
 */
class DocumentedMetersTests {

	private static final Pattern METER = Pattern
		.compile("^\\| `(delayqueue\\.[a-z.]+)` \\| ([^|`]+) \\| ([^|]*?) ?\\| (.*) \\|$", Pattern.MULTILINE);

	private static final Pattern OBSERVATION = Pattern
		.compile("^\\| `(delayqueue\\.[a-z.]+)` \\| (`messaging[^|]*) \\| .* \\|$", Pattern.MULTILINE);

	private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

	private static final Pattern SAMPLE = Pattern.compile("\\b(delayqueue_[a-z_]+)\\b");

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, OutboxAutoConfiguration.class,
				MetricsAutoConfiguration.class, DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class,
				DelayQueueMetricsAutoConfiguration.class))
		.withBean(MeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
		.withUserConfiguration(Listening.class)
		.withPropertyValues("delay-queue.store=memory", "spring.datasource.generate-unique-name=true",
				"delay-queue.template.transaction=outbox", "delay-queue.metrics.interval=10ms",
				"management.metrics.distribution.percentiles-histogram.delayqueue=true");

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.zh-CN.md" })
	void tableNamesTheMetersAndTheirTags(String file) throws IOException {
		Map<String, Set<String>> documented = new TreeMap<>();
		Matcher row = METER.matcher(Documents.read(file));
		while (row.find()) {
			documented.put(row.group(1), quoted(row.group(3)));
		}
		run((registry) -> assertThat(documented).isEqualTo(meters(registry)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.zh-CN.md" })
	void tableNamesTheObservationsAndTheirKeyValues(String file) throws IOException {
		Map<String, Set<String>> documented = new TreeMap<>();
		Matcher row = OBSERVATION.matcher(Documents.read(file));
		while (row.find()) {
			documented.put(row.group(1), quoted(row.group(2)));
		}
		Map<String, Set<String>> expected = new TreeMap<>();
		for (DelayQueueObservation observation : DelayQueueObservation.values()) {
			expected.put(name(observation),
					Stream
						.concat(Arrays.stream(observation.getLowCardinalityKeyNames()),
								Arrays.stream(observation.getHighCardinalityKeyNames()))
						.map(KeyName::asString)
						.collect(Collectors.toCollection(TreeSet::new)));
		}
		assertThat(documented).isEqualTo(expected);
	}

	@Test
	void dashboardUsesMetersThatExist() throws IOException {
		JsonNode dashboard = JsonMapper.shared().readTree(Documents.read("docs/grafana/delay-queue.json"));
		Set<String> used = new TreeSet<>();
		for (String expression : Stream
			.concat(dashboard.findValuesAsString("expr").stream(), dashboard.findValuesAsString("definition").stream())
			.toList()) {
			Matcher matcher = SAMPLE.matcher(expression);
			while (matcher.find()) {
				used.add(matcher.group(1));
			}
		}
		assertThat(used).hasSizeGreaterThan(20);
		run((registry) -> {
			Set<String> exposed = ((PrometheusMeterRegistry) registry).scrape()
				.lines()
				.filter((line) -> !line.startsWith("#"))
				.map((line) -> line.split("[{ ]")[0])
				.collect(Collectors.toSet());
			assertThat(exposed).containsAll(used);
			Set<String> unused = new HashSet<>(exposed);
			unused.removeAll(used);
			assertThat(unused)
				.noneMatch((name) -> name.startsWith("delayqueue_") && !name.matches(".*_(sum|count|max|bucket)"));
		});
	}

	private void run(Consumer<MeterRegistry> test) {
		this.contextRunner.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Awaitility.await().until(() -> {
				registry.get("delayqueue.queues").gauge().value();
				return registry.find("delayqueue.queue.paused").gauge() != null;
			});
			test.accept(registry);
		});
	}

	private static Map<String, Set<String>> meters(MeterRegistry registry) {
		Map<String, Set<String>> meters = new TreeMap<>();
		for (Meter meter : registry.getMeters()) {
			if (meter.getId().getName().startsWith("delayqueue.")) {
				meters.computeIfAbsent(meter.getId().getName(), (name) -> new TreeSet<>())
					.addAll(meter.getId().getTags().stream().map(Tag::getKey).toList());
			}
		}
		return meters;
	}

	private static String name(DelayQueueObservation observation) {
		try {
			return String.valueOf(((ObservationConvention<?>) observation.getDefaultConvention()
				.getDeclaredConstructor()
				.newInstance()).getName());
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Set<String> quoted(String text) {
		return QUOTED.matcher(text)
			.results()
			.map((result) -> result.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		@DelayListener("orders")
		void order(String order) {
		}

	}

}
