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

package io.delayqueue.autoconfigure;

import io.delayqueue.annotation.DelayListenerAnnotationBeanPostProcessor;

import org.springframework.aop.scope.ScopedProxyFactoryBean;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;

/**
 * Keeps beans with listener methods from being initialized lazily.
 */
class DelayListenerLazyInitializationExcludeFilter implements LazyInitializationExcludeFilter {

	private final BeanFactory beanFactory;

	DelayListenerLazyInitializationExcludeFilter(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public boolean isExcluded(String beanName, BeanDefinition beanDefinition, Class<?> beanType) {
		return DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(beanType)
				|| hasListenerMethods(BeanFactory.FACTORY_BEAN_PREFIX + beanName)
				|| (isScopedProxy(beanDefinition) && hasListenerMethods(ScopedProxyUtils.getTargetBeanName(beanName)));
	}

	private boolean hasListenerMethods(String beanName) {
		Class<?> type = this.beanFactory.containsBean(beanName) ? this.beanFactory.getType(beanName, false) : null;
		return type != null && DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(type);
	}

	private static boolean isScopedProxy(BeanDefinition beanDefinition) {
		return ScopedProxyFactoryBean.class.getName().equals(beanDefinition.getBeanClassName());
	}

}
