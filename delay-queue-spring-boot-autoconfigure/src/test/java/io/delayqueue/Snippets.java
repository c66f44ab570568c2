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

package io.delayqueue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * What documents show of code and settings.
 */
final class Snippets {

	private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final String IMPORTS = Stream
		.of("java.time", "java.time.temporal", "java.util", "java.util.stream", "io.delayqueue",
				"io.delayqueue.annotation", "io.delayqueue.core", "io.delayqueue.listener", "io.delayqueue.support",
				"org.springframework.messaging", "org.springframework.messaging.handler.annotation",
				"org.springframework.jdbc.core", "org.springframework.stereotype",
				"org.springframework.transaction.annotation")
		.map((name) -> "import " + name + ".*;")
		.reduce("", String::concat) + "import org.springframework.beans.factory.annotation.Qualifier;";

	private Snippets() {
	}

	/**
	 * Find the snippets of a document.
	 * @param file the document's path from the project's root
	 * @param language their language
	 * @return the snippets, in their order
	 * @throws IOException if it can't be read
	 */
	static List<String> in(String file, String language) throws IOException {
		List<String> snippets = new ArrayList<>();
		Matcher matcher = BLOCK.matcher(Documents.read(file));
		while (matcher.find()) {
			if (matcher.group(1).equals(language)) {
				snippets.add(matcher.group(2));
			}
		}
		return snippets;
	}

	/**
	 * Compile a snippet. What nobody needs to be told where it comes from is imported.
	 * @param snippet the snippet
	 * @param classes the folder for its classes
	 * @return what the compiler has to say about it
	 */
	static List<String> compile(String snippet, Path classes) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///Snippet.java"),
				JavaFileObject.Kind.SOURCE) {
			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return IMPORTS + snippet;
			}
		};
		List<String> problems = new ArrayList<>();
		compiler.getTask(new StringWriter(), null, (diagnostic) -> problems.add(diagnostic.toString()),
				List.of("-d", classes.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path")),
				null, List.of(source))
			.call();
		return problems;
	}

}
