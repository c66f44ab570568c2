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

package io.delayqueue.sample.redis;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless a {@code spring.data.redis} property says which Redis to use.
 */
class OnNoRedisNamedCondition extends SpringBootCondition {

	private static final List<String> NAMING = List.of("url", "host", "port", "sentinel.master", "cluster.nodes",
			"masterreplica.nodes");

	// Bound, not merely looked up: the nodes may be a list with an index in each name.
	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		ConditionMessage.Builder message = ConditionMessage.forCondition("No Redis named");
		return NAMING.stream()
			.map((name) -> "spring.data.redis." + name)
			.filter((name) -> binder.bind(name, Bindable.listOf(String.class)).isBound())
			.findFirst()
			.map((name) -> ConditionOutcome.noMatch(message.because("'" + name + "' is set")))
			.orElseGet(() -> ConditionOutcome.match(message.because("no 'spring.data.redis' property names one")));
	}

}
