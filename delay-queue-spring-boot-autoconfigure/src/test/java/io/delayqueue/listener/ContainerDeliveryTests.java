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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what {@link DefaultDelayListenerContainer} hands to its listener.
 */
class ContainerDeliveryTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@Test
	void handsOutWhatIsDueAndAcknowledgesIt() {
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).singleElement().satisfies((delivery) -> {
			assertThat(delivery.getId()).isEqualTo("a");
			assertThat(delivery.getQueue()).isEqualTo(Containers.QUEUE);
			assertThat(delivery.getAttempt()).isOne();
			assertThat(delivery.getMessage()).isEqualTo(Containers.message("a"));
			assertThat(delivery.getLateness()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
			assertThat(delivery.isLeaseLost()).isFalse();
		});
	}

	private CompletionStage<?> handle(Delivery delivery) {
		this.deliveries.add(delivery);
		return null;
	}

}
