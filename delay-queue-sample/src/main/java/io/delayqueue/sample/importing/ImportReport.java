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

package io.delayqueue.sample.importing;

import java.util.List;

/**
 * What became of an import.
 *
 * @param lines how many lines were read: all that follow together
 * @param imported how many orders were placed
 * @param blank how many lines were passed over since nothing is on them
 * @param bad how many lines were not taken
 * @param badLines which lines were not taken and why: the first 100
 */
record ImportReport(long lines, long imported, long blank, long bad, List<BadLine> badLines) {

}
