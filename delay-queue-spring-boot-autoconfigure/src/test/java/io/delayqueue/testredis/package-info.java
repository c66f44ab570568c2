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

/**
 * A real Redis for tests, without Docker. How to choose:
 * <ul>
 * <li>Most tests: mark the class with
 * {@link io.delayqueue.testredis.RedisTest @RedisTest} and take a parameter
 * {@link io.delayqueue.testredis.RedisServer}. All tests share the server, each has a key
 * prefix of its own. Keep to the prefix and don't change settings of the server: it may
 * be somebody's, named by {@code -Ddelayqueue.test.redis=host:port}.</li>
 * <li>Tests on a cluster: the same with a parameter
 * {@link io.delayqueue.testredis.RedisCluster}.</li>
 * <li>Tests that kill, pause, fill, configure or measure the server: start a
 * {@link io.delayqueue.testredis.RedisProcess} and close it. It ends with the JVM at the
 * latest.</li>
 * <li>Tests of faults between client and server, or of what is sent: put a
 * {@link io.delayqueue.testredis.TcpProxy} before any of them, and make the connection
 * factory on the proxy.</li>
 * <li>{@link io.delayqueue.testredis.CommandStats} and
 * {@link io.delayqueue.testredis.SlowLog} read what the server has done, also within
 * scripts.</li>
 * <li>Any other process that a test starts and sends signals: a
 * {@link io.delayqueue.testredis.SupervisedProcess}.</li>
 * </ul>
 * Connection factories come started from {@code lettuce()} and {@code jedis()} of each of
 * these, and are destroyed with it or after the test. {@code command("…")} sends raw
 * commands past drivers, proxies and faults.
 */
@NullMarked
package io.delayqueue.testredis;

import org.jspecify.annotations.NullMarked;
