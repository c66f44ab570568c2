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

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.MethodMatchers;
import org.springframework.util.Assert;

/**
 * Selects what is called for a listener method, and refuses methods of which a proxy
 * would make something else.
 */
final class InvocableMethods {

	private InvocableMethods() {
	}

	/**
	 * Select the method to call on a bean.
	 * @param bean the bean, may be a proxy
	 * @param method the method of the class behind it
	 * @return the method that can be called on the bean
	 * @throws IllegalStateException if there is none
	 */
	static Method select(Object bean, Method method) {
		int modifiers = method.getModifiers();
		Assert.state(!Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers),
				"It is private or static, so no proxy could see the call. Make it an instance method that is not "
						+ "private");
		Assert.state(!AopUtils.isCglibProxy(bean) || !Modifier.isFinal(modifiers),
				"It is final, so the call would reach the proxy instead of the bean. Remove 'final'");
		Assert.state(!AopUtils.isCglibProxy(bean) || isVisible(method, bean.getClass()),
				"It is visible in its own package only and the proxy is in another, so the call would reach the proxy "
						+ "instead of the bean. Make it protected or public");
		Assert.state(CompletableFuture.class.isAssignableFrom(method.getReturnType()) || !isAsynchronous(bean, method),
				"It is asynchronous, so a message would count as handled before it is. Return a CompletableFuture "
						+ "that completes when it is, or make the method synchronous");
		return AopUtils.selectInvocableMethod(method, bean.getClass());
	}

	// A class of the same package that another class loader has loaded is in another
	// package for the JVM.
	private static boolean isVisible(Method method, Class<?> proxyClass) {
		Class<?> declaringClass = method.getDeclaringClass();
		return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
				|| (declaringClass.getPackageName().equals(proxyClass.getPackageName())
						&& declaringClass.getClassLoader() == proxyClass.getClassLoader());
	}

	/**
	 * Return what is behind the proxies of a bean.
	 * @param bean the bean
	 * @return the bean itself if it is no proxy
	 */
	static Object target(Object bean) {
		Object target = bean;
		for (@Nullable
		Object next = bean; next != null; next = AopProxyUtils.getSingletonTarget(next)) {
			target = next;
		}
		return target;
	}

	private static boolean isAsynchronous(Object bean, Method method) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		for (@Nullable
		Object proxy = bean; proxy instanceof Advised advised; proxy = AopProxyUtils.getSingletonTarget(proxy)) {
			if (Arrays.stream(advised.getAdvisors()).anyMatch((advisor) -> isAsynchronous(advisor, method, type))) {
				return true;
			}
		}
		return false;
	}

	private static boolean isAsynchronous(Advisor advisor, Method method, Class<?> type) {
		if (!(advisor.getAdvice() instanceof AsyncExecutionInterceptor)
				|| !(advisor instanceof PointcutAdvisor pointcutAdvisor)) {
			return false;
		}
		Pointcut pointcut = pointcutAdvisor.getPointcut();
		return pointcut.getClassFilter().matches(type)
				&& MethodMatchers.matches(pointcut.getMethodMatcher(), method, type, false);
	}

}
