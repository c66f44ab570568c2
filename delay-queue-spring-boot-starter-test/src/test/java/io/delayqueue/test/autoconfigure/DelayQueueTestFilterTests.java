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

import io.delayqueue.test.application.Closing;
import io.delayqueue.test.application.Listeners;
import io.delayqueue.test.application.OrderListener;
import io.delayqueue.test.application.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.test.context.ContextConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the filters of {@link DelayQueueTest @DelayQueueTest}.
 */
@DelayQueueTest(includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Closing.class),
		excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Listeners.class))
@ContextConfiguration(classes = ShopApplication.class)
class DelayQueueTestFilterTests {

	@Autowired
	ApplicationContext context;

	@Test
	void takesWhatIsIncludedAndLeavesOutWhatIsExcluded() {
		assertThat(this.context.getBeansOfType(Closing.class)).hasSize(1);
		assertThat(this.context.getBeansOfType(OrderListener.class)).hasSize(1);
		assertThat(this.context.getBeansOfType(Listeners.class)).isEmpty();
	}

}
