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

/**
 * How far the stop of a consumer has come: it consumes, then drains (claims no more while
 * handlers end), then finishes (writes what is left until a deadline).
 */
final class StopState {

	private final Ticker ticker;

	private volatile boolean draining;

	private volatile boolean interrupting;

	private volatile long finishBy = Ticker.NEVER;

	StopState(Ticker ticker) {
		this.ticker = ticker;
	}

	void drain() {
		this.draining = true;
	}

	/**
	 * Note that handlers are not waited for any more.
	 */
	void interrupt() {
		this.interrupting = true;
	}

	void finishWithin(Duration time) {
		this.draining = true;
		this.finishBy = Ticker.after(this.ticker.read(), time);
	}

	boolean isDraining() {
		return this.draining;
	}

	boolean isInterrupting() {
		return this.interrupting;
	}

	boolean isFinishing() {
		return this.finishBy != Ticker.NEVER;
	}

	/**
	 * Return until when what is left may be written.
	 * @return the moment
	 */
	long finishBy() {
		return this.finishBy;
	}

}
