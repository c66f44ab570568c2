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

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Listens in applications that lack what is optional.
 */
@Tag("compat")
class OptionalLibrariesTests {

	private static final List<String> OPTIONAL = List.of("reactor-", "reactive-streams-", "context-propagation-",
			"micrometer-core-", "micrometer-registry-", "micrometer-tracing-", "spring-boot-micrometer-", "slf4j-",
			"jul-to-slf4j-", "log4j-", "logback-", "lettuce-", "jedis-", "spring-data-", "spring-boot-data-",
			"spring-tx-", "spring-jdbc-", "spring-boot-jdbc-", "spring-boot-transaction-", "spring-boot-sql-", "h2-",
			"spring-boot-actuator-", "spring-boot-health-", "spring-boot-web", "spring-boot-tomcat-", "spring-web",
			"tomcat-");

	@Test
	@SpringCitizen("optional libraries")
	void listensWithoutAnyOfThem() throws Exception {
		try (URLClassLoader loader = without(OPTIONAL)) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("reactor.core.publisher.Mono"));
			assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass("org.slf4j.MDC"));
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("org.springframework.boot.health.contributor.Health"));
			assertThat(call(loader)).isEqualTo("hello");
		}
	}

	@Test
	void listensWithReactorButWithoutContextPropagation() throws Exception {
		try (URLClassLoader loader = without(List.of("context-propagation-"))) {
			assertThat(call(loader)).isEqualTo("hello");
		}
	}

	private static URLClassLoader without(List<String> libraries) {
		URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter((path) -> libraries.stream().noneMatch(path.getFileName().toString()::startsWith))
			.map(OptionalLibrariesTests::url)
			.toArray(URL[]::new);
		return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
	}

	private static URL url(Path path) {
		try {
			return path.toUri().toURL();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Object call(ClassLoader loader) throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(loader);
		try {
			return ((Callable<?>) loader.loadClass(Application.class.getName()).getDeclaredConstructor().newInstance())
				.call();
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	/**
	 * An application with a listener, loaded once more without the libraries.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	public static class Application implements Callable<String> {

		private static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

		@DelayListener("greetings")
		CompletableFuture<Void> greet(String greeting) {
			return CompletableFuture.runAsync(() -> RECEIVED.add(greeting));
		}

		@Override
		public String call() throws Exception {
			SpringApplication application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.properties("delay-queue.store=memory", "spring.main.banner-mode=off",
						"spring.main.register-shutdown-hook=false")
				.build();
			try (ConfigurableApplicationContext context = application.run()) {
				context.getBean(DelayQueueTemplate.class).schedule("greetings", "hello", Duration.ZERO);
				return String.valueOf(RECEIVED.poll(20, TimeUnit.SECONDS));
			}
		}

	}

}
