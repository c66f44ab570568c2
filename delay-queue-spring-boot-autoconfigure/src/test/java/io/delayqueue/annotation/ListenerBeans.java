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
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.annotation.AliasFor;

/**
 * Beans with listener methods that are declared in all kinds of ways.
 */
final class ListenerBeans {

	private ListenerBeans() {
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener(concurrency = "2")
	@interface Composed {

		@AliasFor(annotation = DelayListener.class, attribute = "queues")
		String queue();

	}

	static class Receiver {

		// The same one in a spy, which copies the fields of what it spies on.
		final List<String> received = new ArrayList<>();

		public void receive(String payload) {
			this.received.add(payload);
		}

	}

	static class Plain extends Receiver {

		@DelayListener("plain")
		void handle(String payload) {
			receive(payload);
		}

	}

	static class Inheriting extends Plain {

	}

	static class Overriding extends Plain {

		@Override
		void handle(String payload) {
			super.handle(payload);
		}

	}

	static class OverridingAnew extends Plain {

		@Override
		@DelayListener("anew")
		void handle(String payload) {
			super.handle(payload);
		}

	}

	static class OverridingComposed extends Plain {

		@Override
		@Composed(queue = "composed")
		void handle(String payload) {
			super.handle(payload);
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

		void receive(String payload);

		@DelayListener("default")
		default void handle(String payload) {
			receive(payload);
		}

	}

	static class Implementing extends Receiver implements Annotated {

		@Override
		public void handle(String payload) {
			receive(payload);
		}

	}

	static class ImplementingTwo extends Receiver implements Annotated, AnnotatedToo {

		@Override
		public void handle(String payload) {
			receive(payload);
		}

	}

	static class OverridingInterface extends Receiver implements Annotated {

		@Override
		@DelayListener("anew")
		public void handle(String payload) {
			receive(payload);
		}

	}

	static class InheritingDefault extends Receiver implements WithDefault {

	}

	interface Handler<T> {

		void handle(T payload);

	}

	interface AnnotatedHandler<T> {

		@DelayListener("interface")
		void handle(T payload);

	}

	static class Generic extends Receiver implements Handler<String> {

		@Override
		@DelayListener("generic")
		public void handle(String payload) {
			receive(payload);
		}

	}

	static class OverridingGeneric extends Generic {

		@Override
		public void handle(String payload) {
			super.handle(payload);
		}

	}

	static class GenericByInterface extends Receiver implements AnnotatedHandler<String> {

		@Override
		public void handle(String payload) {
			receive(payload);
		}

	}

	static class Repeated extends Receiver {

		@DelayListener("first")
		@DelayListener("second")
		void handle(String payload) {
			receive(payload);
		}

	}

	static class InContainer extends Receiver {

		@DelayListeners({ @DelayListener("first"), @DelayListener("second") })
		void handle(String payload) {
			receive(payload);
		}

	}

	static class ComposedOnly extends Receiver {

		@Composed(queue = "composed")
		void handle(String payload) {
			receive(payload);
		}

	}

	static class ComposedAndDirect extends Receiver {

		@DelayListener("direct")
		@Composed(queue = "composed")
		void handle(String payload) {
			receive(payload);
		}

	}

	static class WithoutListeners extends Receiver {

		void handle(String payload) {
			receive(payload);
		}

	}

}
