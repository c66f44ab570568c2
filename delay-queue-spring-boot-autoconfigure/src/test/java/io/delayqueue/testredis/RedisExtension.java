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

package io.delayqueue.testredis;

import java.util.function.Supplier;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a Redis that all test classes of the JVM share: the one named by the system
 * property {@value #ADDRESS_PROPERTY} as {@code host:port}, else a process of the
 * {@code redis-server} on the path, else one of the bundled binary. The shared
 * {@link RedisCluster} is always made of processes.
 * <p>
 * A test gets it empty, with a key prefix of its own and connection factories that are
 * destroyed when it ends. What is injected before all tests of a class (into a static
 * method, or into a constructor if the instance serves the whole class) is kept for all
 * of them. A Redis named by the property is never emptied: tests that keep to their key
 * prefix run on it too.
 *
 * @since 0.1.0
 */
public final class RedisExtension implements ParameterResolver {

	/**
	 * The system property that names the Redis to use, as {@code host:port}.
	 */
	public static final String ADDRESS_PROPERTY = "delayqueue.test.redis";

	private static final Namespace NAMESPACE = Namespace.create(RedisExtension.class);

	@Override
	public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
		return ExtensionContextScope.TEST_METHOD;
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return type == RedisServer.class || type == RedisCluster.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		if (parameter.getParameter().getType() == RedisCluster.class) {
			return lent(context, LentCluster.class,
					() -> LentCluster.of(shared(context, RedisCluster.class, RedisCluster::start)))
				.cluster();
		}
		return lent(context, LentRedis.class,
				() -> LentRedis.of(shared(context, SharedRedis.class, SharedRedis::open)));
	}

	private static <T extends AutoCloseable> T lent(ExtensionContext context, Class<T> type, Supplier<T> lender) {
		return context.getStore(NAMESPACE).computeIfAbsent(type, (key) -> lender.get(), type);
	}

	// The root store closes what it holds after the last test.
	private static <T extends AutoCloseable> T shared(ExtensionContext context, Class<T> type, Supplier<T> starter) {
		return lent(context.getRoot(), type, starter);
	}

}
