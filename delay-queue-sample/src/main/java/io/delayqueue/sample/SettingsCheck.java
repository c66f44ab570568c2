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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

import io.delayqueue.sample.web.Checks;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Checks what is set of the shop before the database, Redis or anything else is started
 * with it.
 */
class SettingsCheck implements BeanFactoryPostProcessor {

	private static final int MAX_PORT = 65535;

	private final Binder binder;

	SettingsCheck(Environment environment) {
		this.binder = Binder.get(environment);
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		check(this.binder.bindOrCreate("shop", ShopProperties.class));
	}

	static void check(ShopProperties properties) {
		checkPayWithin(properties.payWithin());
		int port = properties.redisPort();
		if (port < 0 || port > MAX_PORT) {
			throw new InvalidSettingException("shop.redis-port", port, "must be from 0 to " + MAX_PORT);
		}
		checkDataDir(properties.dataDir());
	}

	private static void checkPayWithin(Duration payWithin) {
		if (payWithin.isNegative() || payWithin.compareTo(Checks.MAX_DELAY) > 0) {
			throw new InvalidSettingException("shop.pay-within", payWithin,
					"must be from 0s to " + Checks.MAX_DELAY.toDays() + "d");
		}
	}

	// A semicolon would end the path in the URL of the database.
	private static void checkDataDir(String dataDir) {
		if (!dataDir.startsWith("./") && !dataDir.startsWith("/") || dataDir.contains(";")) {
			throw new InvalidSettingException("shop.data-dir", dataDir,
					"must begin with './' or '/' and have no semicolon");
		}
		try {
			Path folder = Files.createDirectories(Path.of(dataDir));
			Files.delete(Files.createTempFile(folder, "shop", ".tmp"));
		}
		catch (IOException | InvalidPathException ex) {
			throw new InvalidSettingException("shop.data-dir", dataDir, "must be a folder that can be written");
		}
	}

}
