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

package io.delayqueue.store.redis;

import java.nio.charset.StandardCharsets;

import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DeathCause.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeathCauseCodec}.
 */
class DeathCauseCodecTests {

	@Test
	void everyFieldIsKept() {
		DeathCause cause = new DeathCause(Reason.FAILED, 6, "java.lang.IllegalStateException", "no & = % 😀\n\u0000",
				"java.lang.IllegalStateException\n\tat x.Y.z(Y.java:1)\n");
		assertThat(roundTrip(cause)).isEqualTo(cause);
	}

	@Test
	void absentFieldsStayAbsent() {
		DeathCause cause = new DeathCause(Reason.UNDECODABLE, 1, null, "", null);
		assertThat(roundTrip(cause)).isEqualTo(cause);
	}

	@Test
	void attemptCompletesTheBeginning() {
		DeathCause cause = new DeathCause(Reason.LEASE_ENDED, 0, null, "The lease ended", null);
		assertThat(DeathCauseCodec.encodeUpToAttempt(cause))
			.isEqualTo("reason=LEASE_ENDED&message=The+lease+ended&attempt=");
		assertThat(DeathCauseCodec.decode(DeathCauseCodec.encodeUpToAttempt(cause) + "7"))
			.isEqualTo(new DeathCause(Reason.LEASE_ENDED, 7, null, "The lease ended", null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "no cause", "reason=ODD&attempt=1", "reason=FAILED", "reason=FAILED&attempt=x",
			"reason=FAILED&attempt=1&message=%zz" })
	void whatIsNoCauseIsNone(String stored) {
		assertThat(DeathCauseCodec.decode(stored)).isNull();
	}

	private static DeathCause roundTrip(DeathCause cause) {
		return DeathCauseCodec.decode(new String(DeathCauseCodec.encode(cause), StandardCharsets.UTF_8));
	}

}
