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

package io.delayqueue.config;

/**
 * Names of the beans that listeners depend on.
 *
 * @since 0.1.0
 */
public final class DelayListenerBeanNames {

	/**
	 * The bean post-processor that finds the annotated methods.
	 */
	public static final String ANNOTATION_PROCESSOR = "io.delayqueue.config.internalDelayListenerAnnotationProcessor";

	/**
	 * The {@link DelayListenerEndpointRegistry}.
	 */
	public static final String ENDPOINT_REGISTRY = "io.delayqueue.config.internalDelayListenerEndpointRegistry";

	/**
	 * The {@link DelayListenerContainerFactory} of listeners that name no other.
	 */
	public static final String CONTAINER_FACTORY = "delayListenerContainerFactory";

	/**
	 * The {@link io.delayqueue.listener.DelayListenerErrorHandler} of listeners that name
	 * no other, if there is such a bean.
	 */
	public static final String ERROR_HANDLER = "delayListenerErrorHandler";

	private DelayListenerBeanNames() {
	}

}
