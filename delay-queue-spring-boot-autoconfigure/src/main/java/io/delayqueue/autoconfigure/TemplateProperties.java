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

/**
 * Settings of the template.
 *
 * @since 0.1.0
 */
public class TemplateProperties {

	/**
	 * What scheduling, cancelling and rescheduling have to do with Spring transactions.
	 */
	private Transaction transaction = Transaction.NONE;

	/**
	 * Whether scheduling is observed, by the application's ObservationRegistry.
	 */
	private boolean observationEnabled;

	public Transaction getTransaction() {
		return this.transaction;
	}

	public void setTransaction(Transaction transaction) {
		this.transaction = transaction;
	}

	public boolean isObservationEnabled() {
		return this.observationEnabled;
	}

	public void setObservationEnabled(boolean observationEnabled) {
		this.observationEnabled = observationEnabled;
	}

	/**
	 * How the template goes with transactions.
	 */
	public enum Transaction {

		/**
		 * Nothing: all goes to the store at once.
		 */
		NONE("nothing"),

		/**
		 * What is asked for within a transaction goes to the store after the commit, and
		 * is dropped with a rollback. It is kept in memory until then.
		 */
		AFTER_COMMIT("spring-tx on the class path"),

		/**
		 * What is asked for is written into a table of the application's database, within
		 * the transaction if there is one, and brought to the store after the commit.
		 */
		OUTBOX("spring-boot-jdbc on the class path, a store, and beans of the types DataSource and "
				+ "PlatformTransactionManager, one of each or a primary one");

		private final String needs;

		Transaction(String needs) {
			this.needs = needs;
		}

		String getNeeds() {
			return this.needs;
		}

	}

}
