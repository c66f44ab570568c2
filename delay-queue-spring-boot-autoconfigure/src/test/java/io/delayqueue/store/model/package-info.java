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
 * A model test of the port: random sequences of all operations, run against a store and
 * against a plain model of what the Javadoc promises, and compared after each step. A
 * sequence that fails is shortened to its shortest form. A
 * {@link io.delayqueue.store.model.Step} is data that stays meaningful when the steps
 * before it are left out.
 */
@NullMarked
package io.delayqueue.store.model;

import org.jspecify.annotations.NullMarked;
