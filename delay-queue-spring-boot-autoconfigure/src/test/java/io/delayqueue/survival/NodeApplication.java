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

package io.delayqueue.survival;

import java.nio.file.Path;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.survival.JournalEntry.Kind;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The application of a {@link NodeProcess}.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class NodeApplication {

	private final Journal journal;

	NodeApplication(@Value("${node.journal}") Path journal) {
		this.journal = new Journal(journal);
	}

	/**
	 * Run the application.
	 * @param arguments settings, each as {@code --name=value}
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(NodeApplication.class, arguments);
	}

	@Bean
	Worker worker() {
		return new Worker(this.journal);
	}

	@Bean
	static BeanPostProcessor journalingStore(ObjectProvider<NodeApplication> application) {
		return new BeanPostProcessor() {
			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return (bean instanceof DelayQueueStore store)
						? JournalingStore.around(store, application.getObject().journal) : bean;
			}
		};
	}

	/**
	 * Fewer threads than messages are claimed, so that some wait for one.
	 * @return the executor
	 */
	@Bean
	ThreadPoolTaskExecutor twoThreads() {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setCorePoolSize(2);
		return executor;
	}

	@EventListener
	void ready(ApplicationReadyEvent event) {
		this.journal.note(JournalEntry.now(Kind.READY, "-", 0, 0, ProcessHandle.current().pid(), 0));
	}

}
