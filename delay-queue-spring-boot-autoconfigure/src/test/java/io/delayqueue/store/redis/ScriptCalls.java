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

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;

import io.delayqueue.testredis.ProxiedCommand;
import io.delayqueue.testredis.RedisServer;

/**
 * Recognises calls of our scripts on the wire.
 *
 * @since 0.1.0
 */
public final class ScriptCalls {

	private static final ScriptSources SOURCES = ScriptSources.load();

	private ScriptCalls() {
	}

	/**
	 * Let a Redis know all scripts, so that no call of one is answered by an error only.
	 * @param redis the Redis
	 */
	public static void load(RedisServer redis) {
		for (Script script : Script.values()) {
			redis.command("SCRIPT", "LOAD", new String(SOURCES.get(script).text(), StandardCharsets.UTF_8));
		}
	}

	/**
	 * Return a condition that holds for calls of a script that Redis knows already.
	 * @param name the name of its file, without the suffix
	 * @return the condition
	 */
	public static Predicate<ProxiedCommand> of(String name) {
		String digest = SOURCES.get(Script.valueOf(name.toUpperCase(Locale.ROOT))).digest();
		return ProxiedCommand.named("EVALSHA").and((command) -> command.arguments().get(0).equals(digest));
	}

}
