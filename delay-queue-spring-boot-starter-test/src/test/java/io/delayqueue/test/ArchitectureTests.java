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

package io.delayqueue.test;

import java.time.Clock;
import java.time.Instant;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The packages of the starter for tests and what each of them may see.
 */
@AnalyzeClasses(packages = "io.delayqueue.test", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule everyPackageIsOnTheMap = classes().should()
		.resideInAnyPackage("io.delayqueue.test", "io.delayqueue.test.autoconfigure");

	@ArchTest
	static final ArchRule onlyTheAutoConfigurationSeesSpringBoot = noClasses().that()
		.resideInAPackage("io.delayqueue.test")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "io.delayqueue.autoconfigure..",
				"io.delayqueue.test.autoconfigure..");

	@ArchTest
	static final ArchRule nobodySeesRedis = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delayqueue.store.redis..", "org.springframework.data..", "io.lettuce..");

	@ArchTest
	static final ArchRule timeComesFromAnInjectedSource = noClasses().should()
		.callMethod(Instant.class, "now")
		.orShould()
		.callMethod(System.class, "currentTimeMillis")
		.orShould()
		.callMethod(Clock.class, "systemUTC");

}
