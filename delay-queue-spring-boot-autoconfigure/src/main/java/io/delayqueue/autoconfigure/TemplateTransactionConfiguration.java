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

import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailureHandler;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.transaction.AfterCommitDeferral;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.util.function.SingletonSupplier;

/**
 * What lets the template wait for transactions.
 */
final class TemplateTransactionConfiguration {

	private TemplateTransactionConfiguration() {
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnTemplateTransaction({ TemplateProperties.Transaction.AFTER_COMMIT,
			TemplateProperties.Transaction.OUTBOX })
	static class Failures {

		@Bean
		@ConditionalOnMissingBean
		DeferredOperationFailures delayQueueDeferredOperationFailures(
				ObjectProvider<DeferredOperationFailureHandler> handlers, ApplicationEventPublisher eventPublisher) {
			// Not yet: a handler may need the template, which needs this.
			return new DeferredOperationFailures(SingletonSupplier.of(() -> handlers.orderedStream().toList()),
					eventPublisher);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(TransactionSynchronization.class)
	@ConditionalOnTemplateTransaction(TemplateProperties.Transaction.AFTER_COMMIT)
	static class AfterCommit {

		@Bean
		@ConditionalOnBean(DelayQueueStore.class)
		@ConditionalOnMissingBean(CommandDeferral.class)
		AfterCommitDeferral delayQueueCommandDeferral(DelayQueueStore store, DeferredOperationFailures failures) {
			return new AfterCommitDeferral(new CommandSender(store), failures);
		}

	}

}
