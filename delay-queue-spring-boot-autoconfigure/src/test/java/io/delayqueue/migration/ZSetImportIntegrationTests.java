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

package io.delayqueue.migration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.MessageState;
import io.delayqueue.core.BatchScheduleException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.MessageView;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static io.delayqueue.migration.ImportBench.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Imports from sorted sets as people write them by hand.
 */
@RedisTest
@Timeout(60)
class ZSetImportIntegrationTests {

	private static final Instant DUE = Instant.parse("2040-01-01T00:00:00.123Z");

	private static final PendingMessageMapper BY_NAME = (pending) -> pending.to(QUEUE, pending.getText(), "payload")
		.build();

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void movesEachMemberWithItsDueTime(String driver, RedisServer server) {
		ImportBench bench = new ImportBench(server, driver.equals("jedis") ? server.jedis() : server.lettuce());
		bench.add("order-1", DUE.toEpochMilli());
		bench.add("order-2", DUE.toEpochMilli() + 1);
		ImportReport report = bench.importer()
			.run((pending) -> pending.to(QUEUE, pending.getText(), pending.getText() + " is not paid")
				.header("tenant", "north")
				.build());
		assertThat(report).isEqualTo(new ImportReport(2, 2, 0, 0, 0, 0, 0, null));
		assertThat(report.isComplete()).isTrue();
		assertThat(bench.pending()).isEmpty();
		MessageView message = bench.find("order-1");
		assertThat(message.state()).isEqualTo(MessageState.WAITING);
		assertThat(message.time()).isEqualTo(DUE);
		assertThat(message.headers()).containsEntry("tenant", "north");
		assertThat(message.payload().bytes()).asString().isEqualTo("order-1 is not paid");
		assertThat(bench.find("order-2").time()).isEqualTo(DUE.plusMillis(1));
	}

	@Test
	void readsScoresInOtherUnits(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.getEpochSecond() + 0.25);
		new PendingMessageImporter(bench.source().scoresIn(ChronoUnit.SECONDS), bench.template()).run(BY_NAME);
		assertThat(bench.find("order-1").time()).isEqualTo(DUE.truncatedTo(ChronoUnit.SECONDS).plusMillis(250));
	}

	@Test
	void takesScoresWithoutEndForItsEnds(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("long ago", Double.NEGATIVE_INFINITY);
		bench.add("never", Double.POSITIVE_INFINITY);
		assertThat(bench.importer().pageSize(1).run(BY_NAME).moved()).isEqualTo(2);
		assertThat(bench.find("long ago").time()).isBefore(DUE);
		assertThat(bench.find("never").time()).isAfter(Instant.parse("9999-01-01T00:00:00Z"));
	}

	@Test
	void goesThroughManyOfOneScoreOfWhichSomeStay(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		for (int i = 0; i < 100; i++) {
			bench.add("order-" + i, DUE.toEpochMilli() + i / 50);
		}
		ImportReport report = bench.importer()
			.pageSize(7)
			.run((pending) -> pending.getText().endsWith("5") ? null : BY_NAME.map(pending));
		assertThat(report).isEqualTo(new ImportReport(100, 90, 0, 0, 0, 10, 0, null));
		assertThat(bench.pending()).hasSize(10).allMatch((member) -> member.endsWith("5"));
	}

	@Test
	void endsWhereScoresAreZeroInBothWordsOfRedis(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		// Among short members only, Redis forgets the sign.
		String rest = "x".repeat(100);
		bench.add("a" + rest, -0.0);
		bench.add("b" + rest, 0.0);
		bench.add("c" + rest, -0.0);
		assertThat(bench.importer().pageSize(1).dryRun(BY_NAME).found()).isEqualTo(3);
	}

	@Test
	void leavesToTheirConsumersWhatIsDueSoon(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		long now = Long.parseLong(String.valueOf(((List<?>) server.command("TIME")).get(0))) * 1000;
		bench.add("overdue", 0);
		bench.add("soon", now + 50_000);
		bench.add("later", now + 600_000);
		ImportReport report = bench.importer().leaveDueWithin(Duration.ofMinutes(1)).run(BY_NAME);
		assertThat(report.found()).isOne();
		assertThat(bench.pending()).containsExactly("overdue", "soon");
		bench.importer().run(BY_NAME);
		assertThat(bench.pending()).isEmpty();
	}

	@Test
	void changesNothingInADryRun(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		for (int i = 0; i < 10; i++) {
			bench.add("order-" + i, DUE.toEpochMilli());
		}
		assertThat(bench.importer().pageSize(3).dryRun(BY_NAME))
			.isEqualTo(new ImportReport(10, 10, 0, 0, 0, 0, 0, null));
		assertThat(bench.pending()).hasSize(10);
		assertThat(bench.template().find(QUEUE, "order-1")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void knowsWhatItHadScheduledBeforeItWasKilled(boolean ownId, RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		List<DelayMessage<?>> scheduled = new ArrayList<>();
		PendingMessageMapper mapper = (pending) -> {
			DelayMessage<?> message = (ownId ? pending.to(QUEUE, "order-1", "payload") : pending.to(QUEUE, "payload"))
				.build();
			scheduled.add(message);
			return message;
		};
		bench.importer().dryRun(mapper);
		bench.template().scheduleAll(scheduled);
		assertThat(bench.importer().run(mapper)).isEqualTo(new ImportReport(1, 0, 1, 0, 0, 0, 0, null));
		assertThat(bench.pending()).isEmpty();
		assertThat(bench.find(scheduled.get(0).getId()).time()).isEqualTo(DUE);
	}

	@Test
	void leavesWhatIsNotAloneWithItsId(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.template().schedule(DelayMessage.to(QUEUE).payload("newer").id("order-1").dueTime(DUE).build());
		bench.add("order-1:close", DUE.toEpochMilli());
		bench.add("order-2:close", DUE.toEpochMilli());
		bench.add("order-2:remind", DUE.toEpochMilli());
		ImportReport report = bench.importer()
			.run((pending) -> pending.to(QUEUE, pending.getText().split(":")[0], pending.getText()).build());
		assertThat(report).isEqualTo(new ImportReport(3, 1, 0, 2, 0, 0, 0, null));
		assertThat(report.isComplete()).isFalse();
		assertThat(bench.pending()).containsExactly("order-1:close", "order-2:remind");
	}

	@Test
	void goesOnAfterWhatCannotBeReadOrIsTooLarge(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("1", DUE.toEpochMilli());
		bench.add("confidential", DUE.toEpochMilli());
		bench.add("2000", DUE.toEpochMilli());
		bench.add("3", DUE.toEpochMilli());
		ImportReport report = bench.importer()
			.run((pending) -> pending.to(QUEUE, pending.getText(), "x".repeat(Integer.parseInt(pending.getText())))
				.build());
		assertThat(report.moved()).isEqualTo(2);
		assertThat(report.failed()).isEqualTo(2);
		assertThat(report.firstFailure()).isInstanceOf(NumberFormatException.class);
		assertThat(report).asString().doesNotContain("confidential");
		assertThat(bench.pending()).containsExactly("2000", "confidential");
	}

	@Test
	void refusesMessagesThatItWouldNotKnowAgain(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		ImportReport report = bench.importer()
			.run((pending) -> pending.to(QUEUE, "payload").id(pending.getText()).build());
		assertThat(report.failed()).isOne();
		assertThat(report.firstFailure()).hasMessageContaining("must be begun by one of the 'to' methods");
	}

	@Test
	void endsWhenNothingCanBeScheduledAndGoesOnNextTime(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		bench.add("order-2", DUE.toEpochMilli());
		bench.template().setMaxWaiting((queue) -> 1L);
		assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> bench.importer().run(BY_NAME));
		assertThat(bench.pending()).containsExactly("order-2");
		bench.template().setMaxWaiting((queue) -> 2L);
		assertThat(bench.importer().run(BY_NAME).moved()).isOne();
		assertThat(bench.pending()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void cancelsWhatWasCancelledMeanwhile(boolean ownId, RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		bench.add("order-2", DUE.toEpochMilli());
		List<DelayMessage<?>> scheduled = new ArrayList<>();
		ImportReport report = bench.importer().run((pending) -> {
			bench.redis().opsForZSet().remove(bench.key(), "order-1");
			scheduled.add((ownId ? BY_NAME.map(pending) : pending.to(QUEUE, "payload").build()));
			return scheduled.get(scheduled.size() - 1);
		});
		assertThat(report).isEqualTo(new ImportReport(2, 1, 0, 0, 1, 0, 0, null));
		assertThat(bench.template().find(QUEUE, scheduled.get(0).getId())).isEmpty();
		assertThat(bench.template().find(QUEUE, scheduled.get(1).getId())).isPresent();
	}

	@Test
	void leavesWhatWasPutOffMeanwhile(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		ImportReport report = bench.importer().run((pending) -> {
			bench.add("order-1", DUE.toEpochMilli() - 1);
			return BY_NAME.map(pending);
		});
		assertThat(report).isEqualTo(new ImportReport(1, 0, 0, 0, 1, 0, 0, null));
		assertThat(bench.pending()).containsExactly("order-1");
		assertThat(bench.template().find(QUEUE, "order-1")).isEmpty();
	}

	@Test
	void runsOneAtATime(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		ImportReport report = bench.importer().run((pending) -> {
			bench.importer().run(BY_NAME);
			return null;
		});
		assertThat(report.firstFailure()).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("Another import of '" + bench.key() + "' is under way");
		assertThat(bench.importer().run(BY_NAME).moved()).isOne();
	}

	@Test
	void holdsUpOthersForAMinuteAtMostIfItIsKilled(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		bench.importer().run((pending) -> {
			assertThat(bench.redis().getExpire("{" + bench.key() + "}:import")).isBetween(1L, 60L);
			return null;
		});
		assertThat(bench.redis().hasKey("{" + bench.key() + "}:import")).isFalse();
	}

	@Test
	void endsWithoutTouchingMoreOnceItHasLostItsLock(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		assertThatIllegalStateException().isThrownBy(() -> bench.importer().run((pending) -> {
			bench.redis().delete("{" + bench.key() + "}:import");
			bench.redis().opsForZSet().remove(bench.key(), "order-1");
			return BY_NAME.map(pending);
		})).withMessageContaining("held up for more than a minute");
		assertThat(bench.find("order-1").time()).isEqualTo(DUE);
	}

	@Test
	void isNoPartOfATransaction(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add("order-1", DUE.toEpochMilli());
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			assertThatIllegalStateException().isThrownBy(() -> bench.importer().run(BY_NAME));
		}
		finally {
			TransactionSynchronizationManager.clear();
		}
		assertThat(bench.pending()).containsExactly("order-1");
	}

}
