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

package io.delayqueue.support;

import java.util.function.Predicate;

/**
 * Thrown when a setting has a value that makes no sense. Whoever knows where the value
 * came from (a property, an attribute) can say so by the setting's name.
 *
 * @since 0.1.0
 */
public class InvalidSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String setting;

	private final transient Object value;

	private final String rule;

	/**
	 * Create an exception.
	 * @param setting the name of the setting, in camel case
	 * @param value its value
	 * @param rule what it must be, going on from the name: "must …"
	 */
	public InvalidSettingException(String setting, Object value, String rule) {
		super("'" + setting + "' " + rule + ", but is " + value);
		this.setting = setting;
		this.value = value;
		this.rule = rule;
	}

	/**
	 * Check the value of a setting.
	 * @param <T> the type of the value
	 * @param setting the name of the setting, in camel case
	 * @param value its value
	 * @param legal whether a value is legal
	 * @param rule what it must be, going on from the name: "must …"
	 * @throws InvalidSettingException if it is not legal
	 */
	public static <T> void check(String setting, T value, Predicate<T> legal, String rule) {
		if (!legal.test(value)) {
			throw new InvalidSettingException(setting, value, rule);
		}
	}

	/**
	 * Return the name of the setting.
	 * @return the name, in camel case
	 */
	public String getSetting() {
		return this.setting;
	}

	/**
	 * Return the value that makes no sense.
	 * @return the value
	 */
	public Object getValue() {
		return this.value;
	}

	/**
	 * Return what the value must be.
	 * @return the rule, going on from the name: "must …"
	 */
	public String getRule() {
		return this.rule;
	}

}
