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

package io.delayqueue.sample;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set of the shop.
 *
 * @param dataDir the folder of the database and of the Redis that the shop starts. A
 * text, since a path forgets the {@code ./} that H2 demands
 * @param payWithin how long a customer has to pay if the order doesn't say it
 * @param redisPort the port of the Redis that the shop starts; 0 takes a free one
 * @since 0.1.0
 */
@ConfigurationProperties("shop")
public record ShopProperties(@DefaultValue("./data") String dataDir, @DefaultValue("30s") Duration payWithin,
		@DefaultValue("0") int redisPort) {

}
