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

package io.delayqueue.citizen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.annotation.DelayListenerAnnotationBeanPostProcessor;
import io.delayqueue.annotation.DelayListeners;
import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how a method becomes a listener.
 */
class AnnotationAndDiscoveryTests {

	@Test
	@SpringCitizen({ "annotation type", "meta-annotations" })
	void isForMethodsAndAnnotationsAndNotForTypes() {
		for (Class<?> type : List.of(DelayListener.class, DelayListeners.class)) {
			assertThat(type.getAnnotation(Target.class).value()).containsExactlyInAnyOrder(ElementType.METHOD,
					ElementType.ANNOTATION_TYPE);
			assertThat(type.getAnnotation(Retention.class).value()).isEqualTo(RetentionPolicy.RUNTIME);
			assertThat(type).hasAnnotations(Documented.class, MessageMapping.class);
		}
		assertThat(DelayListener.class.getAnnotation(Repeatable.class).value()).isEqualTo(DelayListeners.class);
	}

	@ParameterizedTest
	@ValueSource(classes = { Direct.class, Repeated.class, Composing.class })
	@SpringCitizen({ "annotation type", "ahead of time" })
	void givesHintsForMethodAndPayloadToNativeImages(Class<?> bean) throws NoSuchMethodException {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, bean);
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(bean.getDeclaredMethod("handle", Order.class)))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class.getDeclaredMethod("id")))
			.accepts(hints);
	}

	@Test
	@SpringCitizen("attributes")
	void takesEachAttributeAsTextAndLeavesItToTheFactoryIfItIsEmpty() {
		for (Method attribute : DelayListener.class.getDeclaredMethods()) {
			assertThat(attribute.getReturnType()).as(attribute.getName()).isIn(String.class, String[].class);
			assertThat(attribute.getDefaultValue()).as(attribute.getName()).isIn("", new String[0]);
		}
	}

	@Test
	@SpringCitizen("candidate classes")
	void looksOnceThroughAClassWithoutListeners() {
		DelayListenerAnnotationBeanPostProcessor postProcessor = new DelayListenerAnnotationBeanPostProcessor();
		for (Object bean : List.of("a", "b", new Direct(), new Direct())) {
			assertThat(postProcessor.postProcessAfterInitialization(bean, "bean")).isSameAs(bean);
		}
		assertThat(postProcessor).extracting("classesWithoutListeners")
			.asInstanceOf(InstanceOfAssertFactories.collection(Class.class))
			.containsExactly(String.class);
	}

	@Test
	@SpringCitizen("candidate classes")
	void leavesTheInfrastructureOfProxiesAlone() {
		Listening.runner()
			.withBean(Infrastructure.class)
			.run((context) -> assertThat(context.getBean(DelayListenerEndpointRegistry.class).getIds()).isEmpty());
	}

	@Test
	@SpringCitizen("resolved late")
	void resolvesNothingBeforeAllSingletonsAreThere() {
		List<String> created = new ArrayList<>();
		Listening.runner()
			.withBean("first", Referring.class)
			.withBean("second", Creation.class, () -> new Creation(created, "second"))
			.withBean("named", Creation.class, () -> new Creation(created, "named"), (named) -> named.setLazyInit(true))
			.run((context) -> {
				assertThat(context.getBean(DelayListenerEndpointRegistry.class).getIds()).containsExactly("named");
				assertThat(created).containsExactly("second", "named");
			});
	}

	@Test
	@SpringCitizen("post-processor")
	void postProcessorIsStaticInfrastructureWithoutDependencies() {
		Listening.runner().run((context) -> {
			ConfigurableListableBeanFactory beans = context.getSourceApplicationContext().getBeanFactory();
			BeanDefinition definition = beans.getMergedBeanDefinition(DelayListenerBeanNames.ANNOTATION_PROCESSOR);
			assertThat(definition.getRole()).isEqualTo(BeanDefinition.ROLE_INFRASTRUCTURE);
			assertThat(definition.getFactoryMethodName()).isNotNull();
			assertThat(definition.getFactoryBeanName()).as("a static method has no bean").isNull();
			assertThat(beans.getDependenciesForBean(DelayListenerBeanNames.ANNOTATION_PROCESSOR)).isEmpty();
			assertThat(DelayListenerAnnotationBeanPostProcessor.class.getConstructors()).singleElement()
				.satisfies((constructor) -> assertThat(constructor.getParameterCount()).isZero());
		});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	@SpringCitizen("post-processor")
	void postProcessorKeepsNoBeanFromOthers(CapturedOutput output) {
		Listening.runner().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
		});
	}

	@Test
	@SpringCitizen({ "post-processor", "is proxied" })
	void postProcessorComesAfterThoseThatMakeProxies() {
		assertThat(new DelayListenerAnnotationBeanPostProcessor().getOrder()).isEqualTo(Ordered.LOWEST_PRECEDENCE);
		Listening.runner().withUserConfiguration(Proxying.class).withBean("bean", Direct.class).run((context) -> {
			Listening.schedule(context, "orders", new Order("42"));
			Proxying proxying = context.getBean(Proxying.class);
			Listening.await(() -> assertThat(proxying.calls).containsExactly("handle"));
			DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getSourceApplicationContext()
				.getBeanFactory();
			assertThat(beans.getBeanPostProcessors()).filteredOn((it) -> !it.getClass().getName().contains("Detector"))
				.last()
				.isInstanceOf(DelayListenerAnnotationBeanPostProcessor.class);
		});
	}

	record Order(String id) {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener
	@interface Composed {

		@AliasFor(annotation = DelayListener.class, attribute = "queues")
		String queue();

	}

	static class Direct {

		@DelayListener("orders")
		public void handle(Order order) {
		}

	}

	static class Repeated {

		@DelayListener("orders")
		@DelayListener("others")
		public void handle(Order order) {
		}

	}

	static class Composing {

		@Composed(queue = "orders")
		public void handle(Order order) {
		}

	}

	static class Infrastructure implements AopInfrastructureBean {

		@DelayListener("orders")
		public void handle(Order order) {
		}

	}

	static class Referring {

		@DelayListener(id = "#{@named.name}", queues = "orders")
		void handle(Order order) {
		}

	}

	record Creation(List<String> created, String name) implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
			this.created.add(this.name);
		}

		public String getName() {
			return this.name;
		}

	}

	/**
	 * Has a post-processor of no order, which come after all that have one.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Proxying {

		private final List<String> calls = new CopyOnWriteArrayList<>();

		@Bean
		static BeanPostProcessor proxyingPostProcessor(ObjectProvider<Proxying> owner) {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					if (!(bean instanceof Direct)) {
						return bean;
					}
					ProxyFactory factory = new ProxyFactory(bean);
					factory.setProxyTargetClass(true);
					factory.addAdvice((MethodInterceptor) (invocation) -> {
						owner.getObject().calls.add(invocation.getMethod().getName());
						return invocation.proceed();
					});
					return factory.getProxy();
				}

			};
		}

	}

}
