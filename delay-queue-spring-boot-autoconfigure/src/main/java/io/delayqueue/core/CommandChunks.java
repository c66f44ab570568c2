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

package io.delayqueue.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts commands into what can be sent in one call each: messages of one queue, bounded in
 * number and bytes, or a single command of another kind. The order within each queue is
 * kept.
 */
final class CommandChunks {

	/**
	 * A chunk ends here, so that no command blocks the store for long.
	 */
	private static final int MAX_CHUNK_BYTES = 1024 * 1024;

	private final int maxCommands;

	private final Map<String, List<Integer>> open = new HashMap<>();

	private final Map<String, Long> bytes = new HashMap<>();

	private final List<List<Integer>> chunks = new ArrayList<>();

	private CommandChunks(int maxCommands) {
		this.maxCommands = maxCommands;
	}

	/**
	 * Cut commands into chunks.
	 * @param commands the commands
	 * @param maxCommands how many go into one chunk at most
	 * @return the chunks, each with the indexes of its commands
	 */
	static List<List<Integer>> of(List<? extends QueueCommand> commands, int maxCommands) {
		CommandChunks chunks = new CommandChunks(maxCommands);
		for (int i = 0; i < commands.size(); i++) {
			if (commands.get(i) instanceof QueueCommand.Schedule schedule) {
				chunks.add(i, schedule);
			}
			else {
				chunks.chunks.add(List.of(i));
				chunks.open.remove(commands.get(i).queue());
			}
		}
		return chunks.chunks;
	}

	private void add(int index, QueueCommand.Schedule schedule) {
		String queue = schedule.queue();
		List<Integer> chunk = this.open.get(queue);
		long size = schedule.command().message().size();
		if (chunk == null || chunk.size() >= this.maxCommands
				|| this.bytes.getOrDefault(queue, 0L) + size > MAX_CHUNK_BYTES) {
			chunk = new ArrayList<>();
			this.chunks.add(chunk);
			this.open.put(queue, chunk);
			this.bytes.put(queue, 0L);
		}
		chunk.add(index);
		this.bytes.merge(queue, size, Long::sum);
	}

}
