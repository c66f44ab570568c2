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

package io.delayqueue.survival;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scripts of faults can be repeated and mend what they break.
 */
class FaultScriptTests {

	private static final Duration LENGTH = Duration.ofMinutes(10);

	private static final Duration LEASE = Duration.ofSeconds(2);

	private final FaultScript script = FaultScript.of(42, LENGTH, 3, LEASE);

	@Test
	void isTheSameForTheSameSeed() {
		assertThat(FaultScript.of(42, LENGTH, 3, LEASE)).isEqualTo(this.script);
		assertThat(FaultScript.of(43, LENGTH, 3, LEASE)).isNotEqualTo(this.script);
	}

	@Test
	void hasEachFault() {
		for (FaultScript.Fault fault : FaultScript.Fault.values()) {
			assertThat(this.script.steps()).anyMatch((step) -> step.fault() == fault);
		}
	}

	@Test
	void mendsWhatItBreaksBeforeItBreaksItAgain() {
		Map<String, FaultScript.Fault> broken = new HashMap<>();
		for (FaultScript.Step step : this.script.steps()) {
			if (step.begins()) {
				assertThat(broken.put(step.broken(), step.fault())).isNull();
			}
			else {
				assertThat(broken.remove(step.broken())).isEqualTo(step.fault());
			}
		}
		assertThat(broken).isEmpty();
	}

	@Test
	void pausesLongerThanTheLease() {
		FaultScript.Step pause = this.script.steps()
			.stream()
			.filter((step) -> step.fault() == FaultScript.Fault.PAUSE_NODE)
			.findFirst()
			.orElseThrow();
		FaultScript.Step resume = this.script.steps()
			.stream()
			.filter((step) -> step.broken().equals(pause.broken()) && step.millis() > pause.millis())
			.findFirst()
			.orElseThrow();
		assertThat(Duration.ofMillis(resume.millis() - pause.millis())).isGreaterThan(LEASE);
	}

}
