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

package io.delayqueue.test.autoconfigure;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayQueueTemplateCustomizer;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.DelayMessageInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayQueueTypeExcludeFilter}.
 */
class DelayQueueTypeExcludeFilterTests {

	private final DelayQueueTypeExcludeFilter filter = new DelayQueueTypeExcludeFilter(Slice.class);

	private final MetadataReaderFactory readers = new SimpleMetadataReaderFactory();

	@ParameterizedTest
	@ValueSource(classes = { Plain.class, Repeated.class, Composed.class, Inheriting.class, Implementing.class,
			Interceptor.class, Customizer.class })
	void takes(Class<?> type) throws IOException {
		assertThat(excludes(type)).isFalse();
	}

	@Test
	void leavesOutTheRest() throws IOException {
		assertThat(excludes(Other.class)).isTrue();
	}

	private boolean excludes(Class<?> type) throws IOException {
		return this.filter.match(this.readers.getMetadataReader(type.getName()), this.readers);
	}

	@DelayQueueTest
	static class Slice {

	}

	static class Plain {

		@DelayListener("a")
		void listen(String text) {
		}

	}

	static class Repeated {

		@DelayListener("a")
		@DelayListener("b")
		void listen(String text) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener("a")
	@interface Urgent {

	}

	static class Composed {

		@Urgent
		void listen(String text) {
		}

	}

	static class Inheriting extends Plain {

	}

	interface Listening {

		@DelayListener("a")
		void listen(String text);

	}

	static class Implementing implements Listening {

		@Override
		public void listen(String text) {
		}

	}

	static class Interceptor implements DelayMessageInterceptor {

	}

	static class Customizer implements DelayQueueTemplateCustomizer {

		@Override
		public void customize(DelayQueueTemplate template) {
		}

	}

	static class Other {

	}

}
