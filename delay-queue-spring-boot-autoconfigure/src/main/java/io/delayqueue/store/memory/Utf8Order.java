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

package io.delayqueue.store.memory;

import java.util.Comparator;

/**
 * Orders strings as their UTF-8 bytes are ordered, which is the order of their code
 * points. {@link String#compareTo} puts emoji before some of the characters with three
 * bytes.
 */
final class Utf8Order implements Comparator<String> {

	static final Utf8Order INSTANCE = new Utf8Order();

	private Utf8Order() {
	}

	@Override
	public int compare(String first, String second) {
		int length = Math.min(first.length(), second.length());
		for (int i = 0; i < length; i++) {
			char left = first.charAt(i);
			char right = second.charAt(i);
			if (left != right) {
				// A surrogate stands for a code point above all those of a single
				// character.
				boolean surrogate = Character.isSurrogate(left);
				return (surrogate == Character.isSurrogate(right)) ? left - right : (surrogate ? 1 : -1);
			}
		}
		return first.length() - second.length();
	}

}
