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

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the test support.
 *
 * @param start What the clock says at the beginning of each test. By default when the
 * application was started.
 * @param maxDeliveries After how many deliveries in one call they count as endless.
 * @param completionTimeout How long to wait, by real time, for what a handler returned to
 * complete.
 */
@ConfigurationProperties("delay-queue.test")
record TestDelayQueueProperties(@Nullable Instant start, @DefaultValue("10000") int maxDeliveries,
		@DefaultValue("10s") Duration completionTimeout) {

}
