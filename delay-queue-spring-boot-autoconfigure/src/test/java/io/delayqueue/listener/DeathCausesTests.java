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

package io.delayqueue.listener;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DeathCause.Reason;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeathCauses}.
 */
class DeathCausesTests {

	@Test
	void keepsClassMessageAndStackTrace() {
		DeathCause cause = cause(new IllegalStateException("boom", new IllegalArgumentException("root")));
		assertThat(cause.exception()).isEqualTo("java.lang.IllegalStateException");
		assertThat(cause.message()).isEqualTo("boom");
		assertThat(cause.stackTrace()).startsWith("java.lang.IllegalStateException: boom\n\tat io.delayqueue")
			.contains("Caused by: java.lang.IllegalArgumentException: root\n");
		assertThat(cause.attempt()).isEqualTo(3);
	}

	@Test
	void trimsLongTextsAndKeepsCharactersWhole() {
		DeathCause cause = cause(new IllegalStateException("x" + "😀".repeat(5000)));
		assertThat(cause.message()).hasSizeLessThanOrEqualTo(1001).endsWith("😀…");
		assertThat(cause.stackTrace()).hasSizeLessThanOrEqualTo(4001);
	}

	@Test
	void leavesRoomForTheRootBelowADeepStack() {
		assertThat(cause(new IllegalStateException("outer", deep(200))).stackTrace()).contains("root of it", "more\n")
			.hasSizeLessThanOrEqualTo(4001);
	}

	@Test
	void endsWithCyclicCauses() {
		Exception first = new Exception("first");
		first.initCause(new Exception("second", first));
		assertThat(cause(first).stackTrace()).containsOnlyOnce("Exception: first").contains("second");
	}

	@Test
	void survivesExceptionsThatMisbehave() {
		DeathCause cause = cause(new MisbehavingException());
		assertThat(cause.exception()).isEqualTo(MisbehavingException.class.getName());
		assertThat(cause.message()).contains(UnsupportedOperationException.class.getName());
		assertThat(cause.stackTrace()).contains("can't be had");
	}

	@Test
	void hasNoMessageWhenThereIsNone() {
		assertThat(cause(new IllegalStateException()).message()).isNull();
	}

	@Test
	void unwrapsWhatOnlyWraps() {
		Exception root = new IllegalStateException("root");
		assertThat(DeathCauses.unwrap(new CompletionException(new ExecutionException(root)))).isSameAs(root);
		assertThat(DeathCauses.unwrap(new InvocationTargetException(root))).isSameAs(root);
		assertThat(DeathCauses.unwrap(new ListenerExecutionFailedException("l", "q", "i", root))).isSameAs(root);
		Exception meant = new IllegalArgumentException(root);
		assertThat(DeathCauses.unwrap(meant)).isSameAs(meant);
		Exception empty = new ExecutionException("nothing in it", null);
		assertThat(DeathCauses.unwrap(empty)).isSameAs(empty);
	}

	@Test
	void unwrapsNoCircleForEver() {
		Exception first = new ExecutionException("first", null);
		ExecutionException second = new ExecutionException("second", first);
		Exception circle = new CompletionException("third", second);
		assertThat(DeathCauses.unwrap(circle)).isSameAs(first);
	}

	@Test
	void saysWhyAMessageCannotBeRead() {
		assertThat(DeathCauses.undecodable(2, "bad header"))
			.isEqualTo(new DeathCause(Reason.UNDECODABLE, 2, null, "bad header", null));
	}

	private DeathCause cause(Throwable exception) {
		return DeathCauses.of(Reason.FAILED, 3, exception);
	}

	private static Throwable deep(int depth) {
		return (depth == 0) ? new IllegalStateException("root of it") : deep(depth - 1);
	}

	private static final class MisbehavingException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new UnsupportedOperationException();
		}

		@Override
		public synchronized Throwable getCause() {
			throw new UnsupportedOperationException();
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new UnsupportedOperationException();
		}

	}

}
