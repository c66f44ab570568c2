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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.platform.commons.support.AnnotationSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that JUnit does not run test classes in parallel that may share a context, and
 * with it a {@link io.delayqueue.test.TestDelayQueue}.
 */
class ParallelTestClassesTests {

	@Test
	void classesWithATestDelayQueueKeepOthersWaiting() {
		assertThat(AnnotationSupport.findRepeatableAnnotations(WholeApplication.class, ResourceLock.class))
			.isEqualTo(AnnotationSupport.findRepeatableAnnotations(Slice.class, ResourceLock.class))
			.singleElement()
			.extracting(ResourceLock::mode)
			.isEqualTo(ResourceAccessMode.READ_WRITE);
	}

	@AutoConfigureTestDelayQueue
	static class WholeApplication {

	}

	@DelayQueueTest
	static class Slice {

	}

}
