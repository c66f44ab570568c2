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

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Runs scripts: by their digest, and by their text if Redis does not know them.
 */
final class ScriptRunner {

	private final RedisConnections connections;

	private final ScriptSources sources;

	ScriptRunner(RedisConnections connections, ScriptSources sources) {
		this.connections = connections;
		this.sources = sources;
	}

	/**
	 * Run a script.
	 * @param script the script
	 * @param target what it is run on, for the text of exceptions
	 * @param arguments its keys and arguments
	 * @return its reply
	 * @throws OutcomeUnknownException if no reply came
	 * @throws DelayQueueException if it is known that nothing was changed
	 */
	ScriptReply run(Script script, String target, ScriptArguments arguments) {
		ScriptSources.Source source = this.sources.get(script);
		byte[][] keysAndArguments = arguments.toArray();
		try {
			return new ScriptReply(
					this.connections.call((connection) -> run(connection, source, arguments.keys(), keysAndArguments)));
		}
		catch (RuntimeException ex) {
			throw RedisErrors.translate(script.action() + " '" + target + "'", ex);
		}
	}

	private static List<?> run(RedisConnection connection, ScriptSources.Source source, int keys,
			byte[][] keysAndArguments) {
		List<?> reply;
		try {
			reply = connection.scriptingCommands().evalSha(source.digest(), ReturnType.MULTI, keys, keysAndArguments);
		}
		catch (RuntimeException ex) {
			if (!RedisErrors.isUnknownScript(ex)) {
				throw ex;
			}
			reply = connection.scriptingCommands().eval(source.text(), ReturnType.MULTI, keys, keysAndArguments);
		}
		if (reply == null) {
			throw new IllegalStateException("The connection is in a transaction or a pipeline");
		}
		return reply;
	}

}
