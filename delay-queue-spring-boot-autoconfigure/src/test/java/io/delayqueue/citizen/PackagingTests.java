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

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.delayqueue.SpringCitizen;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

/**
 * Tests for how the starter comes into an application, and how the application changes
 * it.
 */
class PackagingTests {

	private static final String ROOT = "io.delayqueue.autoconfigure";

	/**
	 * Beans that nobody replaces: what the application adds comes beside them, after
	 * them, or switches them off by a property.
	 */
	private static final Set<String> NOT_REPLACED = Set.of("delayListenerDefaultsConfigurer",
			"delayQueueOutboxSchemaInitializer");

	@Test
	@SpringCitizen("auto-configuration")
	void listsEveryAutoConfiguration() throws IOException {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
			.filteredOn((name) -> name.startsWith(ROOT))
			.containsExactlyInAnyOrderElementsOf(configurations().stream()
				.filter((type) -> type.hasAnnotation(AutoConfiguration.class.getName()))
				.map(AnnotationMetadata::getClassName)
				.toList());
	}

	@Test
	@SpringCitizen("auto-configuration")
	void namesAutoConfigurationsOfOptionalTechnologiesByText() throws IOException {
		for (AnnotationMetadata type : configurations()) {
			MergedAnnotation<AutoConfiguration> annotation = type.getAnnotations().get(AutoConfiguration.class);
			if (annotation.isPresent()) {
				Map<String, Object> attributes = annotation.asMap(MergedAnnotation.Adapt.CLASS_TO_STRING);
				assertThat(
						Stream.of("before", "after").flatMap((side) -> Arrays.stream((String[]) attributes.get(side))))
					.as(type.getClassName())
					.allMatch((name) -> name.startsWith("io.delayqueue."));
			}
		}
	}

	@Test
	@SpringCitizen("backing off")
	void letsTheApplicationReplaceEachBean() throws Exception {
		List<String> kept = new ArrayList<>();
		for (Method method : beanMethods()) {
			if (!MergedAnnotations.from(method).isPresent(ConditionalOnMissingBean.class) && Stream
				.of(BeanPostProcessor.class, BeanFactoryPostProcessor.class, LazyInitializationExcludeFilter.class)
				.noneMatch((type) -> type.isAssignableFrom(method.getReturnType()))) {
				kept.add(method.getName());
			}
		}
		assertThat(kept).containsExactlyInAnyOrderElementsOf(NOT_REPLACED);
	}

	@Test
	@SpringCitizen("auto-configuration")
	void tellsTheMostSpecificTypeOfEachBean() {
		Listening.runner().run((context) -> {
			ConfigurableListableBeanFactory beans = context.getSourceApplicationContext().getBeanFactory();
			for (String name : beans.getBeanDefinitionNames()) {
				if (beans.getBeanDefinition(name) instanceof AnnotatedBeanDefinition definition
						&& definition.getFactoryMethodMetadata() != null
						&& definition.getFactoryMethodMetadata().getDeclaringClassName().startsWith("io.delayqueue.")) {
					Class<?> type = beans.getBean(name).getClass();
					assertThat(type.isHidden() ? type.getInterfaces()[0].getName() : type.getName()).as(name)
						.isEqualTo(definition.getFactoryMethodMetadata().getReturnTypeName());
				}
			}
		});
	}

	@Test
	@SpringCitizen("private connection")
	void leavesTheApplicationsTemplatesAlone() {
		RedisTemplate<Object, Object> template = mock();
		StringRedisTemplate stringTemplate = mock();
		RedisConnectionFactory connections = mock();
		given(connections.getConnection()).willThrow(new RedisConnectionFailureException("not there"));
		Listening.runner()
			.withPropertyValues("delay-queue.store=redis", "delay-queue.listener.auto-startup=false")
			.withBean(RedisConnectionFactory.class, () -> connections)
			.withBean("redisTemplate", RedisTemplate.class, () -> template)
			.withBean("stringRedisTemplate", StringRedisTemplate.class, () -> stringTemplate)
			.run((context) -> {
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> Listening.schedule(context, "orders", "42"));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> context.getBean(DelayQueueAdmin.class).queues());
			});
		for (Object mock : List.of(template, stringTemplate)) {
			assertThat(mockingDetails(mock).getInvocations()).extracting((call) -> call.getMethod().getName())
				.as("what the container itself calls")
				.isSubsetOf("setBeanClassLoader", "afterPropertiesSet");
		}
	}

	@Test
	@SpringCitizen("jar")
	void keepsTheNamesOfParameters() throws NoSuchMethodException {
		assertThat(DelayQueueTemplate.class.getMethod("cancel", String.class, String.class).getParameters())
			.extracting(Parameter::getName)
			.containsExactly("queue", "id");
	}

	private static List<Method> beanMethods() throws Exception {
		List<Method> methods = new ArrayList<>();
		for (AnnotationMetadata type : configurations()) {
			for (Method method : ClassUtils.forName(type.getClassName(), null).getDeclaredMethods()) {
				if (MergedAnnotations.from(method).isPresent(Bean.class)) {
					methods.add(method);
				}
			}
		}
		return methods;
	}

	private static List<AnnotationMetadata> configurations() throws IOException {
		String location = DelayQueueAutoConfiguration.class.getProtectionDomain()
			.getCodeSource()
			.getLocation()
			.toString();
		CachingMetadataReaderFactory readers = new CachingMetadataReaderFactory();
		List<AnnotationMetadata> types = new ArrayList<>();
		for (Resource file : new PathMatchingResourcePatternResolver()
			.getResources(location + ROOT.replace('.', '/') + "/**/*.class")) {
			types.add(readers.getMetadataReader(file).getAnnotationMetadata());
		}
		assertThat(types).hasSizeGreaterThan(20);
		return types;
	}

}
