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

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations, and the names of their key values.
 *
 * @since 0.1.0
 */
public enum DelayQueueObservation implements ObservationDocumentation {

	/**
	 * A message is scheduled. Its trace goes on, by way of the message's headers, in each
	 * {@link #HANDLE handling} of it; not that of a message that recurs, whose
	 * occurrences each begin a trace of their own.
	 */
	SCHEDULE {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultScheduleConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(CommonKeys.values(), ScheduleKeys.values());
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return MessageKeys.values();
		}

	},

	/**
	 * A message is handled: interceptors and error handlers included, and until what the
	 * handler returned completes.
	 */
	HANDLE {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultHandleConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(CommonKeys.values(), ListenerKeys.values());
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return KeyName.merge(MessageKeys.values(), DeliveryKeys.values());
		}

	},

	/**
	 * A listener is called with several messages, each of which has a {@link #HANDLE} of
	 * its own, in its own trace. The call is in none of them.
	 */
	HANDLE_BATCH {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultHandleBatchConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(CommonKeys.values(), ListenerKeys.values());
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return BatchKeys.values();
		}

	};

	/**
	 * Keys of all observations.
	 */
	public enum CommonKeys implements KeyName {

		/**
		 * Always {@code delayqueue}.
		 */
		SYSTEM {

			@Override
			public String asString() {
				return "messaging.system";
			}

		},

		/**
		 * What is done: {@code schedule} or {@code handle}.
		 */
		OPERATION {

			@Override
			public String asString() {
				return "messaging.operation.name";
			}

		},

		/**
		 * The queue.
		 */
		QUEUE {

			@Override
			public String asString() {
				return "messaging.destination.name";
			}

		}

	}

	/**
	 * Keys of what schedules.
	 */
	public enum ScheduleKeys implements KeyName {

		/**
		 * What became of it, such as {@code scheduled}, {@code kept}, {@code deferred} or
		 * {@code rejected}.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "delayqueue.outcome";
			}

		}

	}

	/**
	 * Keys of what handles.
	 */
	public enum ListenerKeys implements KeyName {

		/**
		 * The listener's id.
		 */
		LISTENER {

			@Override
			public String asString() {
				return "delayqueue.listener.id";
			}

		}

	}

	/**
	 * Keys of single messages.
	 */
	public enum MessageKeys implements KeyName {

		/**
		 * The message's id.
		 */
		ID {

			@Override
			public String asString() {
				return "messaging.message.id";
			}

		}

	}

	/**
	 * Keys of single deliveries.
	 */
	public enum DeliveryKeys implements KeyName {

		/**
		 * How often the message was handed out, this time included.
		 */
		ATTEMPT {

			@Override
			public String asString() {
				return "delayqueue.attempt";
			}

		},

		/**
		 * How late the handling began, in milliseconds.
		 */
		LATENESS {

			@Override
			public String asString() {
				return "delayqueue.lateness";
			}

		}

	}

	/**
	 * Keys of calls with several messages.
	 */
	public enum BatchKeys implements KeyName {

		/**
		 * The number of messages.
		 */
		SIZE {

			@Override
			public String asString() {
				return "messaging.batch.message_count";
			}

		}

	}

}
