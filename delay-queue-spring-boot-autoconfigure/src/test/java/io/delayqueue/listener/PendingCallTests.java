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

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.listener.PendingCall.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingCall}.
 */
class PendingCallTests {

	private static final Exception NOT_DONE = new DelayQueueException("not done");

	private static final Exception UNKNOWN = new OutcomeUnknownException("unknown", null);

	private static final Exception BUG = new IllegalStateException("a bug");

	private final PendingCall<String> call = new PendingCall<>("request", List.of(), 1000, 100);

	@Test
	void isForgottenWhenNotDone() {
		assertThat(this.call.failed(NOT_DONE, 0)).isEqualTo(Verdict.NOT_DONE);
	}

	@Test
	void isRepeatedWhileItsOutcomeIsUnknown() {
		assertThat(this.call.failed(UNKNOWN, 0)).isEqualTo(Verdict.REPEAT);
		assertThat(this.call.failed(UNKNOWN, 999)).isEqualTo(Verdict.REPEAT);
		assertThat(this.call.failed(UNKNOWN, 1000)).isEqualTo(Verdict.GIVE_UP);
	}

	@Test
	void staysInDoubtWhenALaterTryIsNotDone() {
		this.call.failed(UNKNOWN, 0);
		assertThat(this.call.failed(NOT_DONE, 999)).isEqualTo(Verdict.REPEAT);
		assertThat(this.call.failed(NOT_DONE, 1000)).isEqualTo(Verdict.GIVE_UP);
	}

	@Test
	void isGivenUpWhenWhatWasNotForeseenGoesOnTooLong() {
		assertThat(this.call.failed(BUG, 99)).isEqualTo(Verdict.REPEAT);
		assertThat(this.call.failed(NOT_DONE, 100)).isEqualTo(Verdict.REPEAT);
		assertThat(this.call.failed(BUG, 100)).isEqualTo(Verdict.GIVE_UP);
	}

}
