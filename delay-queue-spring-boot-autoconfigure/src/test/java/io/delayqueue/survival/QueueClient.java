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

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import io.delayqueue.testredis.RedisServer;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.awaitility.Awaitility.await;

/**
 * What the test itself does with the queue, past the applications.
 */
final class QueueClient {

	private final RedisServer redis;

	private final DelayQueueStore store;

	private final DelayQueueTemplate template;

	QueueClient(RedisServer redis) {
		this(redis, new RedisDelayQueueStore(redis.lettuce(), redis.keyPrefix()));
	}

	QueueClient(RedisServer redis, DelayQueueStore store) {
		this.redis = redis;
		this.store = store;
		this.template = new DelayQueueTemplate(this.store, new PayloadMessageConverter(JsonMapper.builder().build()),
				DataSize.ofMegabytes(1));
	}

	DelayQueueTemplate template() {
		return this.template;
	}

	void schedule(String id, long generation, Work work) {
		this.template.schedule(work.as(id, generation).delay(Duration.ZERO).build());
	}

	void scheduleAll(Collection<String> ids, long generation, Work work, Duration delay) {
		List<DelayMessage<Work>> messages = ids.stream()
			.<DelayMessage<Work>>map((id) -> work.as(id, generation).delay(delay).build())
			.toList();
		this.template.scheduleAll(messages);
	}

	QueueStatistics statistics() {
		return new DefaultDelayQueueAdmin(this.store).statistics(Work.QUEUE);
	}

	void awaitEmpty(Duration timeout) {
		await().atMost(timeout).until(() -> {
			QueueStatistics statistics = statistics();
			return statistics.waiting() + statistics.due() + statistics.leased() == 0;
		});
	}

	void awaitNoneDead(Duration timeout) {
		await().atMost(timeout).until(() -> statistics().dead() == 0);
	}

	/**
	 * Read who owns which message.
	 * @return for each id what Redis knows of its owner: token, due time and consumer
	 */
	Map<String, String> owners() {
		return hash("owners");
	}

	/**
	 * Read which messages an application owns.
	 * @param node the name of the application
	 * @return the ids
	 */
	Set<String> heldBy(String node) {
		return owners().entrySet()
			.stream()
			.filter((owner) -> owner.getValue().split(" ")[2].startsWith(node + "-"))
			.map(Map.Entry::getKey)
			.collect(Collectors.toSet());
	}

	Map<String, String> hash(String name) {
		List<?> reply = (List<?>) this.redis.command("HGETALL", key(name));
		Map<String, String> hash = new HashMap<>();
		for (int i = 0; i < reply.size(); i += 2) {
			hash.put((String) reply.get(i), (String) reply.get(i + 1));
		}
		return hash;
	}

	private String key(String name) {
		return this.redis.keyPrefix() + ":{" + Work.QUEUE + "}:" + name;
	}

	List<?> sortedSet(String name) {
		return (List<?>) this.redis.command("ZRANGE", key(name), "0", "-1", "WITHSCORES");
	}

}
