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

package io.delayqueue.listener.adapter;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import io.delayqueue.LeaseLostException;
import io.delayqueue.listener.Delivery;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.util.ReflectionUtils;

/**
 * Throws an {@link ArgumentFailure} for all that goes wrong before the method runs, so
 * that what the method throws is never taken for it.
 */
class ListenerHandlerMethod extends InvocableHandlerMethod {

	ListenerHandlerMethod(Object bean, Method method) {
		super(bean, method);
	}

	// Type variables of an interface mean nothing to the class of a proxy.
	@Override
	protected Class<?> getContainingClass() {
		return AopProxyUtils.ultimateTargetClass(getBean());
	}

	/**
	 * Resolve the arguments, which may take long, and call the method if the lease still
	 * lasts then.
	 * @param delivery the delivery
	 * @param message the delivery as a message
	 * @param providedArgs arguments that need no resolving
	 * @return what the method returned
	 * @throws LeaseLostException if the lease was lost meanwhile
	 * @throws ArgumentFailure if an argument is impossible
	 * @throws Exception what the method threw
	 */
	@Nullable Object invoke(Delivery delivery, Message<?> message, @Nullable Object... providedArgs) throws Exception {
		@Nullable Object[] args = getMethodArgumentValues(message, providedArgs);
		checkLease(delivery);
		return doInvoke(args);
	}

	static void checkLease(Delivery delivery) {
		if (delivery.isLeaseLost()) {
			throw new LeaseLostException(delivery.getQueue(), delivery.getId());
		}
	}

	@Override
	protected @Nullable Object[] getMethodArgumentValues(Message<?> message, @Nullable Object... providedArgs) {
		try {
			return super.getMethodArgumentValues(message, providedArgs);
		}
		catch (Exception ex) {
			throw new ArgumentFailure(ex);
		}
	}

	// Spring's own puts the arguments, the payload among them, into exception messages.
	@Override
	protected @Nullable Object doInvoke(@Nullable Object... args) throws Exception {
		try {
			return getBridgedMethod().invoke(getBean(), args);
		}
		catch (IllegalArgumentException ex) {
			throw new ArgumentFailure(ex);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
			throw new IllegalStateException("Unreachable", ex);
		}
	}

}
