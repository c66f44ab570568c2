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

package io.delayqueue.test.application;

import java.util.ArrayList;
import java.util.List;

import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.Delivery;

import org.springframework.stereotype.Component;

/**
 * Notes what it has come around.
 */
@Component
public class Interceptor implements DelayMessageInterceptor {

	private final List<String> ids = new ArrayList<>();

	/**
	 * Return the ids of the messages that were handled.
	 * @return the ids
	 */
	public List<String> ids() {
		return this.ids;
	}

	@Override
	public boolean beforeHandling(Delivery delivery) {
		this.ids.add(delivery.getId());
		return true;
	}

}
