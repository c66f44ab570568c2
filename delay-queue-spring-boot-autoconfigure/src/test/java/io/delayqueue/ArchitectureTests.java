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

package io.delayqueue;

import java.util.Arrays;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The packages and what each of them may see. {@code CONTRIBUTING.md} draws the same map
 * for people.
 */
@AnalyzeClasses(packages = "io.delayqueue", importOptions = DoNotIncludeTests.class)
@SpringCitizen({ "post-processor", "events", "errors and retries", "auto-configuration", "jar" })
class ArchitectureTests {

	private static final String ROOT = "io.delayqueue";

	private static final String STORE = ROOT + ".store";

	private static final String LISTENER = ROOT + ".listener";

	private static final String ADAPTER = ROOT + ".listener.adapter";

	private static final String CONFIG = ROOT + ".config";

	private static final String ANNOTATION = ROOT + ".annotation";

	private static final String CORE = ROOT + ".core";

	private static final String REDIS_STORE = ROOT + ".store.redis";

	private static final String MEMORY_STORE = ROOT + ".store.memory";

	private static final String SUPPORT = ROOT + ".support";

	private static final String EVENT = ROOT + ".event";

	private static final String OBSERVATION = ROOT + ".observation";

	private static final String TRANSACTION = ROOT + ".transaction";

	private static final String OUTBOX = ROOT + ".outbox";

	private static final String MIGRATION = ROOT + ".migration";

	private static final String ACTUATE = ROOT + ".actuate";

	private static final String AUTOCONFIGURE = ROOT + ".autoconfigure..";

	@ArchTest
	static final ArchRule everyPackageIsOnTheMap = classes().should()
		.resideInAnyPackage(ROOT, STORE, REDIS_STORE, MEMORY_STORE, CORE, LISTENER, ADAPTER, CONFIG, ANNOTATION,
				SUPPORT, EVENT, OBSERVATION, TRANSACTION, OUTBOX, MIGRATION, ACTUATE, AUTOCONFIGURE);

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule rootIsALeaf = seesOfOurs(ROOT);

	@ArchTest
	static final ArchRule supportIsALeaf = seesOfOurs(SUPPORT, ROOT);

	@ArchTest
	static final ArchRule eventIsALeaf = seesOfOurs(EVENT, ROOT);

	@ArchTest
	static final ArchRule observationIsALeaf = seesOfOurs(OBSERVATION);

	@ArchTest
	static final ArchRule storeKnowsNobody = seesOfOurs(STORE, ROOT, SUPPORT);

	@ArchTest
	static final ArchRule redisStoreSeesThePort = seesOfOurs(REDIS_STORE, ROOT, SUPPORT, STORE);

	@ArchTest
	static final ArchRule memoryStoreSeesThePort = seesOfOurs(MEMORY_STORE, ROOT, SUPPORT, STORE);

	@ArchTest
	static final ArchRule coreSeesThePort = seesOfOurs(CORE, ROOT, SUPPORT, EVENT, OBSERVATION, STORE);

	@ArchTest
	static final ArchRule listenerSeesThePort = seesOfOurs(LISTENER, ROOT, SUPPORT, EVENT, OBSERVATION, STORE);

	@ArchTest
	static final ArchRule adapterSeesTheListener = seesOfOurs(ADAPTER, ROOT, SUPPORT, EVENT, STORE, LISTENER);

	@ArchTest
	static final ArchRule configSeesTheAdapter = seesOfOurs(CONFIG, ROOT, SUPPORT, EVENT, OBSERVATION, STORE, LISTENER,
			ADAPTER);

	@ArchTest
	static final ArchRule annotationSeesTheConfig = seesOfOurs(ANNOTATION, ROOT, SUPPORT, EVENT, STORE, LISTENER,
			ADAPTER, CONFIG);

	@ArchTest
	static final ArchRule transactionSeesTheCore = seesOfOurs(TRANSACTION, ROOT, SUPPORT, EVENT, STORE, CORE);

	@ArchTest
	static final ArchRule outboxSeesTheCore = seesOfOurs(OUTBOX, ROOT, SUPPORT, EVENT, STORE, CORE);

	@ArchTest
	static final ArchRule migrationSeesTheCore = seesOfOurs(MIGRATION, ROOT, CORE);

	@ArchTest
	static final ArchRule actuateSeesWhatOperatorsLookAt = seesOfOurs(ACTUATE, ROOT, SUPPORT, STORE, LISTENER, CONFIG,
			CORE);

	@ArchTest
	static final ArchRule springDataRedisIsSeenByWhatReadsRedisAlone = noClasses().that()
		.resideOutsideOfPackages(REDIS_STORE, MIGRATION, AUTOCONFIGURE)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.data..");

	@ArchTest
	static final ArchRule driversOfRedisAreSeenByNobody = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.lettuce..", "redis.clients..");

	@ArchTest
	static final ArchRule springBootIsSeenByTheAutoConfigurationAndActuatorAlone = noClasses().that()
		.resideOutsideOfPackages(ACTUATE, AUTOCONFIGURE)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..");

	@ArchTest
	static final ArchTests CODING_RULES = ArchTests.in(CodingRules.class);

	private static ArchRule seesOfOurs(String itself, String... others) {
		String[] allowed = Arrays.copyOf(others, others.length + 1);
		allowed[others.length] = itself;
		return noClasses().that()
			.resideInAPackage(itself)
			.should()
			.dependOnClassesThat(resideInAPackage(ROOT + "..").and(resideOutsideOfPackages(allowed)))
			.allowEmptyShould(true);
	}

}
