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
import java.time.Duration;

import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.redis.ServerClocks;
import io.delayqueue.survival.JournalEntry.Kind;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The application of a {@link NodeProcess}.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
class NodeApplication {

	static final String RATE = "node.messages-per-second";

	static final String AHEAD = "node.server-clock-ahead";

	private final Journal journal;

	private final Gates gates;

	private final Path stop;

	NodeApplication(@Value("${node.folder}") Path folder, @Value("${node.name}") String name) {
		this.journal = new Journal(folder.resolve(name + ".journal"));
		this.gates = new Gates(folder, name);
		this.stop = folder.resolve("stop");
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
		return new Worker(this.journal, this.gates);
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
	 * Let Redis's clock go wrong, which to the application is the same as if its own did.
	 * @param connectionFactory leads to Redis
	 * @param properties the application's settings
	 * @param ahead how far Redis's clock is ahead
	 * @return the store
	 */
	@Bean
	@ConditionalOnProperty(AHEAD)
	DelayQueueStore delayQueueStore(RedisConnectionFactory connectionFactory, DelayQueueProperties properties,
			@Value("${" + AHEAD + "}") Duration ahead) {
		return ServerClocks.ahead(connectionFactory, properties.getKeyPrefix(), ahead);
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

	@Bean
	@ConditionalOnProperty(RATE)
	LoadProducer loadProducer(DelayQueueTemplate template, @Value("${" + RATE + "}") int perSecond) {
		return new LoadProducer(this.journal, template, this.stop, perSecond);
	}

	@EventListener
	void ready(ApplicationReadyEvent event) {
		this.journal.note(JournalEntry.now(Kind.READY, "-", 0, 0, ProcessHandle.current().pid(), 0));
	}

}
