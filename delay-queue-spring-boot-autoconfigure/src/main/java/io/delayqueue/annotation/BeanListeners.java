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

package io.delayqueue.annotation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps in mind which listeners came of which bean, as long as there is the bean.
 */
class BeanListeners {

	private final Map<Object, List<String>> ids = new IdentityHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	/**
	 * Expect listeners of a bean.
	 * @param bean the bean, may be a proxy
	 */
	void expect(Object bean) {
		this.lock.lock();
		try {
			this.ids.put(InvocableMethods.target(bean), new ArrayList<>());
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Note a listener, if any are expected of its bean.
	 * @param bean the bean, may be a proxy
	 * @param id the id of the listener
	 */
	void add(Object bean, String id) {
		this.lock.lock();
		try {
			List<String> ids = this.ids.get(InvocableMethods.target(bean));
			if (ids != null) {
				ids.add(id);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return whether listeners of a bean are expected.
	 * @param target the bean behind all proxies
	 * @return whether they are
	 */
	boolean contains(Object target) {
		this.lock.lock();
		try {
			return this.ids.containsKey(target);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Forget a bean.
	 * @param target the bean behind all proxies
	 * @return the ids of its listeners
	 */
	List<String> remove(Object target) {
		this.lock.lock();
		try {
			List<String> ids = this.ids.remove(target);
			return (ids != null) ? ids : List.of();
		}
		finally {
			this.lock.unlock();
		}
	}

}
