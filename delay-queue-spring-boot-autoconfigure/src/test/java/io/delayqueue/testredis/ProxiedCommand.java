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

package io.delayqueue.testredis;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A command on its way through a {@link TcpProxy}.
 *
 * @since 0.1.0
 */
public final class ProxiedCommand {

	private final List<String> words;

	private final byte[] bytes;

	ProxiedCommand(List<String> words, byte[] bytes) {
		this.words = words;
		this.bytes = bytes;
	}

	/**
	 * Return a condition that holds for all commands.
	 * @return the condition
	 */
	public static Predicate<ProxiedCommand> any() {
		return (command) -> true;
	}

	/**
	 * Return a condition that holds for the commands of a name.
	 * @param name the name in any case
	 * @return the condition
	 */
	public static Predicate<ProxiedCommand> named(String name) {
		return (command) -> command.name().equalsIgnoreCase(name);
	}

	/**
	 * Return a condition that holds for commands with a text in one of their arguments,
	 * such as the name of a key, a channel or the digest of a script.
	 * @param text the text
	 * @return the condition
	 */
	public static Predicate<ProxiedCommand> containing(String text) {
		return (command) -> command.arguments().stream().anyMatch((argument) -> argument.contains(text));
	}

	/**
	 * Return a condition that holds for calls of scripts.
	 * @return the condition
	 */
	public static Predicate<ProxiedCommand> script() {
		return named("EVALSHA").or(named("EVAL"));
	}

	/**
	 * Return the name.
	 * @return the name in upper case
	 */
	public String name() {
		return this.words.get(0).toUpperCase(Locale.ROOT);
	}

	/**
	 * Return the arguments.
	 * @return the arguments, as UTF-8
	 */
	public List<String> arguments() {
		return this.words.subList(1, this.words.size());
	}

	byte[] bytes() {
		return this.bytes;
	}

	@Override
	public String toString() {
		return String.join(" ", this.words);
	}

}
