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

package io.delayqueue.outbox;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RelayTransaction}.
 */
class RelayTransactionTests {

	private final List<TransactionDefinition> begun = new ArrayList<>();

	@Test
	void seesWhatOthersHaveCommittedWhateverTheDatabaseIsSetTo() {
		RelayTransaction transaction = new RelayTransaction(new RecordingManager());
		assertThat(transaction.<Integer>run((status) -> 1)).isEqualTo(1);
		assertThat(this.begun).extracting(TransactionDefinition::getIsolationLevel)
			.containsExactly(TransactionDefinition.ISOLATION_READ_COMMITTED);
	}

	@Test
	void isNotUndoneByTheTimeoutOfTheApplication() {
		RecordingManager manager = new RecordingManager();
		manager.setDefaultTimeout(1);
		new RelayTransaction(manager).run((status) -> 1);
		assertThat(this.begun.get(0).getTimeout()).isGreaterThan(1000);
	}

	@Test
	void isIndependentOfOthers() {
		RecordingManager manager = new RecordingManager();
		RelayTransaction transaction = new RelayTransaction(manager);
		new TransactionTemplate(manager).executeWithoutResult((outer) -> transaction.run((status) -> {
			assertThat(status.isNewTransaction()).isTrue();
			return 1;
		}));
	}

	@Test
	void goesOnWhereTheManagerCanNotSetTheIsolation() {
		RelayTransaction transaction = new RelayTransaction(new RecordingManager() {
			@Override
			protected void doBegin(Object transaction, TransactionDefinition definition) {
				if (definition.getIsolationLevel() != TransactionDefinition.ISOLATION_DEFAULT) {
					throw new InvalidIsolationLevelException("It can't");
				}
				super.doBegin(transaction, definition);
			}
		});
		assertThat(transaction.<Integer>run((status) -> 1)).isEqualTo(1);
		assertThat(transaction.<Integer>run((status) -> 2)).isEqualTo(2);
		assertThat(this.begun).hasSize(2);
	}

	@Test
	void letsThroughWhatTheManagerFailsWith() {
		RelayTransaction transaction = new RelayTransaction(new RecordingManager() {
			@Override
			protected void doBegin(Object transaction, TransactionDefinition definition) {
				throw new InvalidIsolationLevelException("It can't do anything");
			}
		});
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(InvalidIsolationLevelException.class)
				.isThrownBy(() -> transaction.run((status) -> 1));
		}
	}

	/**
	 * Notes what is begun.
	 */
	private class RecordingManager extends JdbcTransactionManager {

		private static final long serialVersionUID = 1L;

		RecordingManager() {
			super(H2Databases.empty());
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			RelayTransactionTests.this.begun.add(definition);
			super.doBegin(transaction, definition);
		}

	}

}
