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

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Whether it is clear which Redis is meant: one is marked by {@link DelayQueueRedis}, or
 * there is one, or a primary one.
 */
final class OnRedisCondition extends AnyNestedCondition {

	OnRedisCondition() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	@ConditionalOnBean(annotation = DelayQueueRedis.class)
	static class Marked {

	}

	@ConditionalOnSingleCandidate(RedisConnectionFactory.class)
	static class Single {

	}

}
