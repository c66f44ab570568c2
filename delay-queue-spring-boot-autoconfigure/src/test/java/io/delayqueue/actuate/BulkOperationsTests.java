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

package io.delayqueue.actuate;

import io.delayqueue.core.BulkOperation;
import io.delayqueue.core.BulkProgress;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link BulkOperations}.
 */
class BulkOperationsTests {

	private final BulkOperations operations = new BulkOperations();

	@Test
	void knowsWhatRunsAndTheLastHundredThatHaveEnded() {
		String running = add(BulkProgress.State.RUNNING);
		String oldest = add(BulkProgress.State.FINISHED);
		for (int i = 0; i < 100; i++) {
			add(BulkProgress.State.CANCELLED);
		}
		assertThat(this.operations.of("mail")).hasSize(101);
		assertThat(this.operations.find(running)).isNotNull();
		assertThat(this.operations.find(oldest)).isNull();
		assertThat(this.operations.of("other")).isEmpty();
	}

	@Test
	void cancelsTheOneThatIsMeant() {
		BulkOperation meant = operation(BulkProgress.State.RUNNING);
		BulkOperation other = operation(BulkProgress.State.RUNNING);
		this.operations.add("mail", "purge", other);
		this.operations.cancel(this.operations.add("mail", "purge", meant).operation());
		then(meant).should().cancel();
		then(other).should(never()).cancel();
		assertThat(this.operations.cancel("unknown")).isNull();
	}

	@Test
	void tellsWhatTheLastStepFailedWith() {
		BulkOperation failing = mock();
		given(failing.progress())
			.willReturn(new BulkProgress(3, 1, BulkProgress.State.RUNNING, new IllegalStateException("down")));
		OperationDescriptor descriptor = this.operations.add("mail", "replay", failing);
		assertThat(descriptor.failure()).isEqualTo("java.lang.IllegalStateException: down");
		assertThat(descriptor.done()).isEqualTo(3);
		assertThat(descriptor.skipped()).isEqualTo(1);
	}

	private String add(BulkProgress.State state) {
		return this.operations.add("mail", "purge", operation(state)).operation();
	}

	private static BulkOperation operation(BulkProgress.State state) {
		BulkOperation operation = mock();
		given(operation.progress()).willReturn(new BulkProgress(0, 0, state, null));
		return operation;
	}

}
