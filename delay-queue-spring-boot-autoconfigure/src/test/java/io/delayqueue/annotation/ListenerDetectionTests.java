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

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import org.junit.jupiter.api.Test;

import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for which methods {@link DelayListenerAnnotationBeanPostProcessor} takes for
 * listeners.
 */
class ListenerDetectionTests {

	@Test
	void findsPlainMethod() {
		assertListens(Plain.class, "plain");
	}

	@Test
	void findsInheritedMethod() {
		assertListens(Inheriting.class, "plain");
	}

	@Test
	void findsOverriddenMethodOnce() {
		assertListens(Overriding.class, "plain");
	}

	@Test
	void prefersAnnotationOfOverridingMethod() {
		assertListens(OverridingAnew.class, "anew");
	}

	@Test
	void findsMethodAnnotatedInInterface() {
		assertListens(Implementing.class, "interface");
	}

	@Test
	void findsMethodAnnotatedInTwoInterfacesOnce() {
		assertListens(ImplementingTwo.class, "interface");
	}

	@Test
	void findsDefaultMethodOfInterface() {
		assertListens(InheritingDefault.class, "default");
	}

	@Test
	void findsGenericMethodOnce() {
		assertListens(Generic.class, "generic");
	}

	@Test
	void findsGenericMethodAnnotatedInInterfaceOnce() {
		assertListens(GenericByInterface.class, "interface");
	}

	@Test
	void findsRepeatedAnnotations() {
		assertListens(Repeated.class, "first", "second");
	}

	@Test
	void findsAnnotationsInContainer() {
		assertListens(InContainer.class, "first", "second");
	}

	@Test
	void findsComposedAnnotation() {
		assertListens(ComposedOnly.class, "composed");
	}

	@Test
	void findsComposedBesideDirectAnnotation() {
		assertListens(ComposedAndDirect.class, "direct", "composed");
	}

	@Test
	void findsNothingElse() {
		assertListens(Object.class);
		assertListens(WithoutListeners.class);
	}

	@Test
	void tellsWhetherThereAreListenerMethods() {
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(Implementing.class)).isTrue();
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(WithoutListeners.class)).isFalse();
	}

	private static void assertListens(Class<?> bean, String... queues) {
		try (ListenerContext context = ListenerContext.of(bean)) {
			assertThat(context.queues()).containsExactlyInAnyOrder(queues);
		}
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener(concurrency = "2")
	@interface Composed {

		@AliasFor(annotation = DelayListener.class, attribute = "queues")
		String queue();

	}

	static class Plain {

		@DelayListener("plain")
		void handle(String payload) {
		}

	}

	static class Inheriting extends Plain {

	}

	static class Overriding extends Plain {

		@Override
		void handle(String payload) {
		}

	}

	static class OverridingAnew extends Plain {

		@Override
		@DelayListener("anew")
		void handle(String payload) {
		}

	}

	interface Annotated {

		@DelayListener("interface")
		void handle(String payload);

	}

	interface AnnotatedToo {

		@DelayListener("interface")
		void handle(String payload);

	}

	interface WithDefault {

		@DelayListener("default")
		default void handle(String payload) {
		}

	}

	static class Implementing implements Annotated {

		@Override
		public void handle(String payload) {
		}

	}

	static class ImplementingTwo implements Annotated, AnnotatedToo {

		@Override
		public void handle(String payload) {
		}

	}

	static class InheritingDefault implements WithDefault {

	}

	interface Handler<T> {

		void handle(T payload);

	}

	interface AnnotatedHandler<T> {

		@DelayListener("interface")
		void handle(T payload);

	}

	static class Generic implements Handler<String> {

		@Override
		@DelayListener("generic")
		public void handle(String payload) {
		}

	}

	static class GenericByInterface implements AnnotatedHandler<String> {

		@Override
		public void handle(String payload) {
		}

	}

	static class Repeated {

		@DelayListener("first")
		@DelayListener("second")
		void handle(String payload) {
		}

	}

	static class InContainer {

		@DelayListeners({ @DelayListener("first"), @DelayListener("second") })
		void handle(String payload) {
		}

	}

	static class ComposedOnly {

		@Composed(queue = "composed")
		void handle(String payload) {
		}

	}

	static class ComposedAndDirect {

		@DelayListener("direct")
		@Composed(queue = "composed")
		void handle(String payload) {
		}

	}

	static class WithoutListeners {

		void handle(String payload) {
		}

	}

}
