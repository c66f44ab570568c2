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

package io.delayqueue.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.QueueOperation;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.RescheduleResult;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.event.DeferredOperationFailedEvent;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link AfterCommitDeferral} through {@link DelayQueueTemplate}, in
 * transactions of a real database.
 */
class AfterCommitDeferralTests {

	private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

	private final MutableInstantSource clock = new MutableInstantSource(NOW);

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore(this.clock));

	private final List<DeferredOperationFailedEvent> handled = new ArrayList<>();

	private final List<Object> events = new ArrayList<>();

	private final DeferredOperationFailures failures = new DeferredOperationFailures((queue, operation, ids,
			cause) -> this.handled.add(new DeferredOperationFailedEvent(queue, operation, ids, cause)),
			this.events::add);

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store,
			new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofBytes(100), this.clock);

	private final JdbcTransactionManager transactionManager = new JdbcTransactionManager(
			new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()));

	private final TransactionTemplate transaction = new TransactionTemplate(this.transactionManager);

	AfterCommitDeferralTests() {
		this.template.setDeferral(new AfterCommitDeferral(new CommandSender(this.store), this.failures));
	}

	@Test
	void schedulesAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(schedule("a")).isEqualTo(new ScheduleResult("q", "a", null, ScheduleResult.Outcome.DEFERRED));
			assertThat(this.store.calls()).isEmpty();
		});
		assertThat(this.store.calls()).containsExactly("schedule q a");
	}

	@Test
	void schedulesNothingAfterARollback() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			status.setRollbackOnly();
		});
		assertThat(this.store.calls()).isEmpty();
	}

	@Test
	void sendsAllInOrderAndInFewCalls() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			this.template.scheduleAll(List.of(message("b"), message("c")));
			assertThat(this.template.cancel("q", "b")).isEqualTo(CancelResult.DEFERRED);
			assertThat(this.template.reschedule("q", "c", Duration.ZERO)).isEqualTo(RescheduleResult.DEFERRED);
			assertThat(this.template.reschedule("q", "a", NOW)).isEqualTo(RescheduleResult.DEFERRED);
		});
		assertThat(this.store.calls()).containsExactly("schedule q a,b,c", "cancel q b", "reschedule q c",
				"reschedule q a");
		assertThat(this.store.count("q").due()).isEqualTo(2);
	}

	@Test
	void tellsOfDeferredMessagesInTheirOrder() {
		List<ScheduleResult> results = this.transaction
			.execute((status) -> this.template.scheduleAll(List.of(message("b"), message("a"))));
		assertThat(results).extracting(ScheduleResult::id).containsExactly("b", "a");
		assertThat(results).extracting(ScheduleResult::outcome).containsOnly(ScheduleResult.Outcome.DEFERRED);
	}

	@Test
	void countsDelaysFromTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			this.clock.advance(Duration.ofSeconds(9));
		});
		assertThat(this.template.find("q", "a").orElseThrow().time()).isEqualTo(NOW.plusSeconds(9 + 60));
	}

	@Test
	void checksArgumentsAtTheCall() {
		this.transaction.executeWithoutResult((status) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> this.template.cancel("no queue", "a"));
			assertThatIllegalArgumentException().isThrownBy(() -> this.template.reschedule("q", "a\n", Duration.ZERO));
			assertThatExceptionOfType(PayloadTooLargeException.class)
				.isThrownBy(() -> this.template.schedule("q", "x".repeat(101), Duration.ZERO));
		});
		assertThat(this.store.calls()).isEmpty();
	}

	@Test
	void doesAllAtOnceOutsideTransactions() {
		assertThat(schedule("a").outcome()).isEqualTo(ScheduleResult.Outcome.SCHEDULED);
		assertThat(this.template.cancel("q", "a")).isEqualTo(CancelResult.CANCELLED);
	}

	@Test
	void doesAllAtOnceWhereTransactionsAreSupportedAndThereIsNone() {
		transaction(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult((status) -> {
			assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isTrue();
			assertThat(schedule("a").outcome()).isEqualTo(ScheduleResult.Outcome.SCHEDULED);
		});
	}

	@Test
	void keepsANewTransactionApart() {
		TransactionTemplate inner = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			schedule("outer");
			inner.executeWithoutResult((innerStatus) -> schedule("inner"));
			assertThat(this.store.calls()).containsExactly("schedule q inner");
			inner.executeWithoutResult((innerStatus) -> {
				schedule("rolled back");
				innerStatus.setRollbackOnly();
			});
			schedule("outer too");
		});
		assertThat(this.store.calls()).containsExactly("schedule q inner", "schedule q outer,outer too");
	}

	@Test
	void sendsAtOnceWhileTheTransactionIsSuspended() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("outer");
			transaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
				.executeWithoutResult((none) -> schedule("direct"));
			assertThat(this.store.calls()).containsExactly("schedule q direct");
		});
	}

	@Test
	void dropsWhatCameAfterASavepointThatIsRolledBack() {
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((status) -> {
			schedule("before");
			nested.executeWithoutResult((kept) -> schedule("kept"));
			nested.executeWithoutResult((innerStatus) -> {
				schedule("dropped");
				nested.executeWithoutResult((deeper) -> schedule("deeper"));
				innerStatus.setRollbackOnly();
			});
			schedule("after");
		});
		assertThat(this.store.calls()).containsExactly("schedule q before,kept,after");
	}

	@Test
	void dropsAllIfTheSavepointWasSetBeforeTheFirst() {
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((status) -> {
			nested.executeWithoutResult((innerStatus) -> {
				schedule("dropped");
				innerStatus.setRollbackOnly();
			});
			schedule("after");
		});
		assertThat(this.store.calls()).containsExactly("schedule q after");
	}

	@Test
	void goesBackToASavepointMoreThanOnce() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("before");
			Object savepoint = status.createSavepoint();
			schedule("dropped");
			status.createSavepoint();
			status.rollbackToSavepoint(savepoint);
			schedule("dropped too");
			status.rollbackToSavepoint(savepoint);
			schedule("after");
			status.releaseSavepoint(savepoint);
		});
		assertThat(this.store.calls()).containsExactly("schedule q before,after");
	}

	@Test
	void sendsWhatOthersScheduleAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					schedule("b");
				}

				@Override
				public void afterCompletion(int status) {
					schedule("c");
				}
			});
		});
		assertThat(this.store.calls()).containsExactlyInAnyOrder("schedule q a,b", "schedule q c");
	}

	@Test
	void sendsWhatOthersAloneScheduleAfterTheCommit() {
		this.transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void afterCommit() {
						schedule("b");
					}
				}));
		assertThat(this.store.calls()).containsExactly("schedule q b");
	}

	// Spring calls that transaction's outcome unknown, as it may be that of others.
	@Test
	void tellsOfWhatThoseScheduleWhoTakePartInATransactionThatHasCommitted() {
		this.transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void afterCompletion(int status) {
						AfterCommitDeferralTests.this.transaction.executeWithoutResult((joined) -> schedule("a"));
					}
				}));
		assertThat(this.store.calls()).isEmpty();
		assertThat(this.handled).hasSize(1);
		assertThat(this.handled.get(0).cause()).isInstanceOf(OutcomeUnknownException.class);
	}

	@Test
	void tellsOfEachFailureAfterTheCommit() {
		schedule("taken");
		DelayQueueException failure = new DelayQueueException("It is bad");
		this.store.failFor("bad", failure);
		this.transaction.executeWithoutResult((status) -> {
			schedule("taken");
			schedule("good");
			this.template.cancel("other", "bad");
		});
		assertThat(this.events).isEqualTo(this.handled);
		assertThat(this.handled).hasSize(2);
		assertThat(this.handled.get(0).ids()).containsExactly("taken");
		assertThat(this.handled.get(0).operation()).isEqualTo(QueueOperation.SCHEDULE);
		assertThat(this.handled.get(0).cause()).isInstanceOf(DuplicateMessageException.class);
		assertThat(this.handled.get(1))
			.isEqualTo(new DeferredOperationFailedEvent("other", QueueOperation.CANCEL, List.of("bad"), failure));
		assertThat(this.template.find("q", "good")).isPresent();
	}

	@Test
	void tellsOfAnOutageOnceForAllMessagesOfAQueue() {
		StoreUnavailableException outage = new StoreUnavailableException("It is away", null);
		this.store.failFor("a", outage);
		this.transaction.executeWithoutResult(
				(status) -> this.template.scheduleAll(List.of(message("a"), message("b"), message("c"))));
		assertThat(this.handled).containsExactly(
				new DeferredOperationFailedEvent("q", QueueOperation.SCHEDULE, List.of("a", "b", "c"), outage));
	}

	@Test
	void sendsToOtherQueuesWhenOneIsNotServed() {
		StoreUnavailableException outage = new StoreUnavailableException("Its slot is not served", null);
		this.store.failFor("a", outage);
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			this.template.cancel("q", "b");
			this.template.cancel("other", "c");
		});
		assertThat(this.store.calls()).containsExactly("schedule q a", "cancel other c");
		assertThat(this.handled).containsExactly(
				new DeferredOperationFailedEvent("q", QueueOperation.SCHEDULE, List.of("a"), outage),
				new DeferredOperationFailedEvent("q", QueueOperation.CANCEL, List.of("b"), outage));
	}

	@Test
	void survivesHandlersThatFail() {
		List<Object> published = new ArrayList<>();
		this.template.setDeferral(new AfterCommitDeferral(new CommandSender(this.store),
				new DeferredOperationFailures((queue, operation, ids, cause) -> {
					throw new IllegalStateException("It fails too");
				}, published::add)));
		this.store.failFor("a", new DelayQueueException("It is bad"));
		this.transaction.executeWithoutResult((status) -> schedule("a"));
		assertThat(published).hasSize(1);
	}

	@Test
	void sendsNothingIfItIsNotKnownWhetherTheTransactionCommitted() {
		TransactionTemplate broken = new TransactionTemplate(
				new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID())) {
					@Override
					protected void doCommit(DefaultTransactionStatus status) {
						throw new TransactionSystemException("No reply to the commit");
					}
				});
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> broken.executeWithoutResult((status) -> schedule("a")));
		assertThat(this.store.calls()).isEmpty();
		assertThat(this.handled).hasSize(1);
		assertThat(this.handled.get(0).cause()).isInstanceOf(OutcomeUnknownException.class);
	}

	private TransactionTemplate transaction(int propagation) {
		TransactionTemplate other = new TransactionTemplate(this.transactionManager);
		other.setPropagationBehavior(propagation);
		return other;
	}

	private ScheduleResult schedule(String id) {
		return this.template.schedule(message(id));
	}

	private static DelayMessage<String> message(String id) {
		return DelayMessage.to("q").payload("x").delay(Duration.ofMinutes(1)).id(id).build();
	}

}
