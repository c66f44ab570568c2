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
 * A real PostgreSQL for tests, without Docker: mark a class with
 * {@link io.delayqueue.testpostgres.PostgresTest @PostgresTest} and take a parameter
 * {@link io.delayqueue.testpostgres.PostgresProcess}. Its tests are skipped, with a line
 * that says so, where PostgreSQL is not installed. All tests share the server; each asks
 * it for databases of its own.
 */
@NullMarked
package io.delayqueue.testpostgres;

import org.jspecify.annotations.NullMarked;
