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

import java.time.Clock;
import java.time.ZoneOffset;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The shop.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ShopProperties.class)
public class ShopApplication {

	/**
	 * Start the shop.
	 * @param args the command line
	 */
	public static void main(String[] args) {
		SpringApplication.run(ShopApplication.class, args);
	}

	@Bean
	static SettingsCheck settingsCheck(Environment environment) {
		return new SettingsCheck(environment);
	}

	// In milliseconds, as the database keeps times: what is read is what was written.
	@Bean
	Clock clock() {
		return Clock.tickMillis(ZoneOffset.UTC);
	}

}
