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
import java.util.ArrayList;
import java.util.List;

/**
 * Notes what it is told.
 */
public class TestAcknowledgment implements Acknowledgment {

	private final List<String> calls = new ArrayList<>();

	public List<String> calls() {
		return this.calls;
	}

	@Override
	public void acknowledge() {
		this.calls.add("acknowledge");
	}

	@Override
	public void retryAfter(Duration pause) {
		this.calls.add("retryAfter " + pause);
	}

	@Override
	public void release() {
		this.calls.add("release");
	}

	@Override
	public void deadLetter(String reason) {
		this.calls.add("deadLetter " + reason);
	}

	@Override
	public void extendLease(Duration duration) {
		this.calls.add("extendLease " + duration);
	}

	@Override
	public boolean isLeaseLost() {
		return false;
	}

}
