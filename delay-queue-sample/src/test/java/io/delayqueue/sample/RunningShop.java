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

import java.nio.file.Path;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.StringUtils;

/**
 * A shop in this JVM, on free ports and in a folder of its own, and a customer of it.
 */
final class RunningShop implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final ShopClient client;

	private RunningShop(ConfigurableApplicationContext context, ShopClient client) {
		this.context = context;
		this.client = client;
	}

	static RunningShop start(Path dataDir, String... arguments) {
		String[] all = StringUtils.concatenateStringArrays(new String[] { "--server.port=0",
				"--shop.data-dir=" + dataDir.toAbsolutePath(), "--spring.main.banner-mode=off" }, arguments);
		ConfigurableApplicationContext context = new SpringApplicationBuilder(ShopApplication.class).run(all);
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		return new RunningShop(context, new ShopClient("http://localhost:" + port));
	}

	<T> T getBean(Class<T> type) {
		return this.context.getBean(type);
	}

	ShopClient client() {
		return this.client;
	}

	@Override
	public void close() {
		this.context.close();
	}

}
