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

package io.delayqueue.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

import org.springframework.data.redis.core.script.DigestUtils;
import org.springframework.util.Assert;

/**
 * The texts of the scripts with what they share put before them, and their digests.
 */
final class ScriptSources {

	private final Map<Script, Source> sources = new EnumMap<>(Script.class);

	private ScriptSources(String clock) {
		String prelude = clock + read("prelude");
		String consumers = read("consumers");
		String states = read("states");
		for (Script script : Script.values()) {
			String text = read(script.name().toLowerCase(Locale.ROOT));
			if (script.isOfConsumers()) {
				text = consumers + text;
			}
			if (script.goesThroughState()) {
				text = states + text;
			}
			this.sources.put(script, Source.of(script.hasPrelude() ? prelude + text : text));
		}
	}

	/**
	 * Load the scripts with the server's clock.
	 * @return the scripts
	 */
	static ScriptSources load() {
		return new ScriptSources(read("clock"));
	}

	/**
	 * Load the scripts with another clock.
	 * @param clock defines {@code now_micros}
	 * @return the scripts
	 */
	static ScriptSources withClock(String clock) {
		return new ScriptSources(clock);
	}

	Source get(Script script) {
		Source source = this.sources.get(script);
		Assert.state(source != null, "All scripts are loaded");
		return source;
	}

	private static String read(String name) {
		String file = name + ".lua";
		try (InputStream input = ScriptSources.class.getResourceAsStream(file)) {
			Assert.state(input != null, () -> "Script '" + file + "' is missing from the class path");
			return new String(input.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A complete script.
	 *
	 * @param text the script
	 * @param digest its SHA-1 digest
	 */
	record Source(byte[] text, String digest) {

		private static Source of(String text) {
			return new Source(text.getBytes(StandardCharsets.UTF_8), DigestUtils.sha1DigestAsHex(text));
		}

	}

}
