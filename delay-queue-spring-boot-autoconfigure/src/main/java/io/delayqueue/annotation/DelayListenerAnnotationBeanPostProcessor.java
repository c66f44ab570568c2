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
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerConfigurer;
import io.delayqueue.config.DelayListenerEndpointRegistrar;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyFactoryBean;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;

/**
 * Finds the {@link DelayListener} methods of beans and registers a listener for each.
 * Attributes are resolved when all singletons are there; beans that are created later
 * listen from then on, and each until it is destroyed. A bean of a scope that has a proxy
 * listens through this from the start, whichever instances come and go behind it.
 * <p>
 * Of all post-processors it comes last, after those that make proxies, so that what they
 * are for happens around the handling of each message, too.
 *
 * @since 0.1.0
 */
public class DelayListenerAnnotationBeanPostProcessor implements MergedBeanDefinitionPostProcessor,
		DestructionAwareBeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton, Ordered {

	private final Set<Class<?>> classesWithoutListeners = ConcurrentHashMap.newKeySet();

	private final BeanListeners beanListeners = new BeanListeners();

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Consumer<ListenerRegistration>> pending = new ArrayList<>();

	private @Nullable ConfigurableListableBeanFactory beanFactory;

	private volatile @Nullable ListenerRegistration registration;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		Assert.isInstanceOf(ConfigurableListableBeanFactory.class, beanFactory);
		this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
	}

	/**
	 * Does nothing. Post-processors of this kind come after all others, whatever their
	 * order: one that makes a class asynchronous, or validates its arguments, has the
	 * same order as this one.
	 */
	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition beanDefinition, Class<?> beanType, String beanName) {
	}

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ScopedProxyFactoryBean scoped) {
			listen(scoped.getObject(), bean, beanName);
		}
		else if (!(bean instanceof AopInfrastructureBean)) {
			listen(bean, bean, beanName);
		}
		return bean;
	}

	private void listen(Object called, Object owner, String beanName) {
		Map<Method, List<DelayListener>> methods = find(AopProxyUtils.ultimateTargetClass(called));
		if (ScopedProxyUtils.isScopedTarget(beanName)) {
			// Called through the proxy of its scope, which can't see what is around it.
			methods.keySet().forEach((method) -> ListenerRegistration.invocable(called, beanName, method));
			return;
		}
		if (!methods.isEmpty()) {
			this.beanListeners.expect(owner);
		}
		methods.forEach((method, annotations) -> annotations
			.forEach((annotation) -> register(called, owner, beanName, method, annotation)));
	}

	private Map<Method, List<DelayListener>> find(Class<?> type) {
		if (this.classesWithoutListeners.contains(type)) {
			return Map.of();
		}
		Map<Method, List<DelayListener>> methods = ListenerMethods.find(type);
		if (methods.isEmpty()) {
			this.classesWithoutListeners.add(type);
		}
		return methods;
	}

	private void register(Object called, Object owner, String beanName, Method method, DelayListener annotation) {
		Consumer<ListenerRegistration> listener = (registration) -> this.beanListeners.add(owner,
				registration.register(called, beanName, method, annotation));
		ListenerRegistration registration = registrationOrLater(listener);
		if (registration != null) {
			listener.accept(registration);
		}
	}

	@Override
	public boolean requiresDestruction(Object bean) {
		return this.beanListeners.contains(bean);
	}

	@Override
	public void postProcessBeforeDestruction(Object bean, String beanName) {
		List<String> ids = this.beanListeners.remove(bean);
		ListenerRegistration registration = this.registration;
		if (registration != null) {
			ids.forEach(registration::unregister);
		}
	}

	// Never registers under the lock: that may create beans, and another thread may come
	// here while it holds the lock for singletons.
	private @Nullable ListenerRegistration registrationOrLater(Consumer<ListenerRegistration> later) {
		this.lock.lock();
		try {
			if (this.registration == null) {
				this.pending.add(later);
			}
			return this.registration;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		ConfigurableListableBeanFactory beanFactory = this.beanFactory;
		Assert.state(beanFactory != null, "No bean factory is set");
		DelayListenerEndpointRegistry registry = beanFactory.getBean(DelayListenerBeanNames.ENDPOINT_REGISTRY,
				DelayListenerEndpointRegistry.class);
		DelayListenerEndpointRegistrar registrar = new DelayListenerEndpointRegistrar(registry, beanFactory);
		configurers(beanFactory).forEach((configurer) -> configurer.configureDelayListeners(registrar));
		registrar.registerAll();
		registerPending(new ListenerRegistration(beanFactory, registry, registrar));
	}

	// Those of a parent context are for the listeners there.
	private static Stream<DelayListenerConfigurer> configurers(ConfigurableListableBeanFactory beanFactory) {
		Set<DelayListenerConfigurer> own = Collections.newSetFromMap(new IdentityHashMap<>());
		own.addAll(beanFactory.getBeansOfType(DelayListenerConfigurer.class).values());
		return beanFactory.getBeanProvider(DelayListenerConfigurer.class).orderedStream().filter(own::contains);
	}

	private void registerPending(ListenerRegistration registration) {
		List<Consumer<ListenerRegistration>> found;
		this.lock.lock();
		try {
			this.registration = registration;
			found = List.copyOf(this.pending);
			this.pending.clear();
		}
		finally {
			this.lock.unlock();
		}
		found.forEach((listener) -> listener.accept(registration));
	}

	/**
	 * Return whether a class has listener methods, so that a bean of it must not be left
	 * uncreated.
	 * @param type the class
	 * @return whether there is a {@link DelayListener} method in it
	 */
	public static boolean hasListenerMethods(Class<?> type) {
		return !ListenerMethods.find(type).isEmpty();
	}

}
