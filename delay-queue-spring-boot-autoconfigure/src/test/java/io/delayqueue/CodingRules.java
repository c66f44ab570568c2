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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.delayqueue.store.EpochMillis;
import org.jspecify.annotations.NullMarked;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

/**
 * What code of the project never does, wherever it stands.
 */
final class CodingRules {

	@ArchTest
	static final ArchRule packagesAreNullMarked = classes().should(resideInANullMarkedPackage());

	@ArchTest
	static final ArchRule autoConfigurationsArePublicAndFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule autoConfigurationsHaveNoPublicMethods = noMethods().that()
		.areDeclaredInClassesThat()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule beanMethodsAreNotForOthersToCall = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule springRetryIsNotNeeded = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.retry..");

	@ArchTest
	static final ArchRule postProcessorBeansAreStatic = methods().that()
		.areAnnotatedWith(Bean.class)
		.and()
		.haveRawReturnType(assignableTo(BeanPostProcessor.class).or(assignableTo(BeanFactoryPostProcessor.class)))
		.should()
		.beStatic()
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule fieldsAreNotInjected = noFields().should()
		.beAnnotatedWith(Autowired.class)
		.orShould()
		.beAnnotatedWith(Value.class)
		.orShould()
		.beAnnotatedWith("jakarta.inject.Inject")
		.orShould()
		.beAnnotatedWith("jakarta.annotation.Resource");

	@ArchTest
	static final ArchRule timeComesFromAnInjectedSource = noClasses().should()
		.callMethod(System.class, "currentTimeMillis")
		.orShould()
		.callMethod(Instant.class, "now")
		.orShould()
		.callConstructor(Date.class)
		.orShould()
		.callMethod(Clock.class, "systemUTC")
		.orShould()
		.callMethod(Clock.class, "systemDefaultZone");

	@ArchTest
	static final ArchRule threadsDoNotSleep = noClasses().should()
		.callMethod(Thread.class, "sleep", long.class)
		.orShould()
		.callMethod(Thread.class, "sleep", long.class, int.class)
		.orShould()
		.callMethod(TimeUnit.class, "sleep", long.class);

	// TimeUnit.convert takes the nearest number that there is.
	@ArchTest
	static final ArchRule durationsOfUsersDoNotOverflow = noClasses().should()
		.callMethod(Duration.class, "toMillis")
		.orShould()
		.callMethod(Duration.class, "toNanos");

	@ArchTest
	static final ArchRule instantsOfUsersDoNotOverflow = noClasses().that()
		.areNotAssignableTo(EpochMillis.class)
		.should()
		.callMethod(Instant.class, "toEpochMilli");

	private CodingRules() {
	}

	private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
		return new ArchCondition<>("reside in a package that is @NullMarked") {
			@Override
			public void check(JavaClass item, ConditionEvents events) {
				boolean marked = item.getPackage().isAnnotatedWith(NullMarked.class);
				events.add(new SimpleConditionEvent(item, marked,
						"package " + item.getPackageName() + " of " + item.getSimpleName() + " is not @NullMarked"));
			}
		};
	}

}
