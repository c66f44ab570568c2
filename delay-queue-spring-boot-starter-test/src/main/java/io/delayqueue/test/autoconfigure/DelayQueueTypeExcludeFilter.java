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

package io.delayqueue.test.autoconfigure;

import java.io.IOException;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.annotation.DelayListeners;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * Leaves out what {@link DelayQueueTest @DelayQueueTest} does not take.
 */
class DelayQueueTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<DelayQueueTest> {

	DelayQueueTypeExcludeFilter(Class<?> testClass) {
		super(testClass);
	}

	@Override
	protected boolean defaultInclude(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
		return super.defaultInclude(reader, factory) || hasListenerMethods(reader.getAnnotationMetadata(), factory);
	}

	// Also one that is declared further up, where it is not annotated in vain.
	private boolean hasListenerMethods(AnnotationMetadata type, MetadataReaderFactory factory) throws IOException {
		if (type.hasAnnotatedMethods(DelayListener.class.getName())
				|| type.hasAnnotatedMethods(DelayListeners.class.getName())) {
			return true;
		}
		for (String name : type.getInterfaceNames()) {
			if (isListening(name, factory)) {
				return true;
			}
		}
		return isListening(type.getSuperClassName(), factory);
	}

	private boolean isListening(@Nullable String name, MetadataReaderFactory factory) throws IOException {
		return name != null && !name.startsWith("java.")
				&& hasListenerMethods(factory.getMetadataReader(name).getAnnotationMetadata(), factory);
	}

}
