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

import com.redis.testcontainers.RedisContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

import org.springframework.boot.testcontainers.service.connection.ServiceConnection;

/**
 * The way of a message through a Redis in a container, connected by
 * {@link ServiceConnection}; skipped where there is no Docker.
 */
@Testcontainers(disabledWithoutDocker = true)
class ServiceConnectionDeliveryIntegrationTests extends AbstractDeliveryIntegrationTests {

	@Container
	@ServiceConnection
	static final RedisContainer redis = new RedisContainer(DockerImageName.parse("redis:7.4-alpine"));

}
