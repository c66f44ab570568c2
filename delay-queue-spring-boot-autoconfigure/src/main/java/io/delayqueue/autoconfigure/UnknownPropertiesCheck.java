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

package io.delayqueue.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Refuses what is set below {@code delay-queue} and is no property: a limit that is
 * misspelled would not hold, and nobody would know. What others bind below it is for them
 * to check.
 */
class UnknownPropertiesCheck implements BeanFactoryPostProcessor {

	private static final String ROOT = "delay-queue";

	/**
	 * What is bound on its own, if what needs it is there.
	 */
	private static final List<String> OPTIONAL = List.of("delay-queue.metrics", "delay-queue.outbox");

	private final Environment environment;

	UnknownPropertiesCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		try {
			Binder.get(this.environment)
				.bind(ROOT, Bindable.of(DelayQueueProperties.class),
						new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
		}
		catch (BindException ex) {
			// Other trouble is told of by whoever needs the properties.
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				refuse(unbound, boundByOthers(beanFactory));
			}
		}
	}

	private static List<ConfigurationPropertyName> boundByOthers(ConfigurableListableBeanFactory beanFactory) {
		// Beans of this kind are named after their prefix and class.
		Stream<String> present = Arrays.stream(beanFactory.getBeanDefinitionNames())
			.filter((name) -> name.startsWith(ROOT + ".") && name.contains("-"))
			.map((name) -> name.substring(0, name.lastIndexOf('-')));
		return Stream.concat(OPTIONAL.stream(), present)
			.filter(ConfigurationPropertyName::isValid)
			.map(ConfigurationPropertyName::of)
			.toList();
	}

	private static void refuse(UnboundConfigurationPropertiesException unbound,
			List<ConfigurationPropertyName> boundByOthers) {
		unbound.getUnboundProperties()
			.stream()
			// An empty value is bound to nothing, whether there is such a property or
			// not.
			.filter((property) -> !"".equals(property.getValue()))
			.filter((property) -> boundByOthers.stream().noneMatch((other) -> other.isAncestorOf(property.getName())))
			.findFirst()
			.ifPresent((property) -> {
				throw new InvalidConfigurationPropertyValueException(property.getName().toString(), property.getValue(),
						"There is no such property. (The name of a queue that has a dot or an underscore is put in "
								+ "brackets: delay-queue.queues.[order.timeout].)");
			});
	}

}
