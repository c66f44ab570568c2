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

package io.delayqueue.observation;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * An observation whose handlers and conventions may fail without harm to what is
 * observed: its methods don't throw.
 *
 * @since 0.1.0
 */
public final class QuietObservation {

	/**
	 * Observes nothing.
	 */
	public static final QuietObservation NONE = new QuietObservation(Observation.NOOP);

	private static final Log logger = LogFactory.getLog(QuietObservation.class);

	private final Observation observation;

	private QuietObservation(Observation observation) {
		this.observation = observation;
	}

	/**
	 * Start an observation, unless the registry keeps none.
	 * @param registry the registry
	 * @param start starts it
	 * @return the observation
	 */
	public static QuietObservation start(ObservationRegistry registry, Supplier<Observation> start) {
		if (registry.isNoop()) {
			return NONE;
		}
		try {
			return new QuietObservation(start.get());
		}
		catch (Throwable ex) {
			failed(ex);
			return NONE;
		}
	}

	/**
	 * Let what the current thread does belong to the observation.
	 * @return to be closed by the same thread
	 */
	public Scope open() {
		try {
			Observation.Scope scope = this.observation.openScope();
			return () -> quietly(scope::close);
		}
		catch (Throwable ex) {
			failed(ex);
			return () -> {
			};
		}
	}

	/**
	 * Stop the observation.
	 * @param failure what went wrong, or {@code null}
	 */
	public void stop(@Nullable Throwable failure) {
		if (failure != null) {
			quietly(() -> this.observation.error(failure));
		}
		quietly(this.observation::stop);
	}

	/**
	 * Do something that is no harm if it fails.
	 * @param action what to do
	 */
	public static void quietly(Runnable action) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	// Most likely each message meets with the same failure: no warnings.
	private static void failed(Throwable cause) {
		logger.debug("Something can't be observed: " + cause.getClass().getName());
	}

	/**
	 * What the current thread does belongs to an observation until this is closed.
	 */
	@FunctionalInterface
	public interface Scope extends AutoCloseable {

		@Override
		void close();

	}

}
