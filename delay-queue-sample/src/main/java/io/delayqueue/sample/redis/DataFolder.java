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

package io.delayqueue.sample.redis;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * The folder that Redis writes to, held by one shop at a time: two servers that append to
 * one file would spoil it.
 */
final class DataFolder implements AutoCloseable {

	private static final int WAIT_SECONDS = 10;

	private final Path path;

	private final FileChannel lock;

	private DataFolder(Path path, FileChannel lock) {
		this.path = path;
		this.lock = lock;
	}

	/**
	 * Take the folder, and wait for the Redis of a shop that was killed to end.
	 * @param path the folder, created if absent
	 * @return the folder, to be closed after use
	 */
	static DataFolder take(Path path) {
		try {
			Files.createDirectories(path);
			Path folder = path.toRealPath();
			FileChannel lock = FileChannel.open(folder.resolve("shop.lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			DataFolder taken = new DataFolder(folder, lock);
			if (tryLock(lock) == null || !taken.awaitEndOfFormerRedis()) {
				lock.close();
				throw new EmbeddedRedisException("The folder '" + folder + "' is in use by another process.",
						"Stop the other shop, or name another folder with '--shop.data-dir=…'.", null);
			}
			return taken;
		}
		catch (IOException ex) {
			throw new EmbeddedRedisException("The folder '" + path + "' can't be used: " + ex + ".",
					"Name a folder that can be written, with '--shop.data-dir=…'.", ex);
		}
	}

	private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
		try {
			return channel.tryLock();
		}
		catch (OverlappingFileLockException ex) {
			return null;
		}
	}

	Path getPath() {
		return this.path;
	}

	Path getProcessIdFile() {
		return this.path.resolve("redis.pid");
	}

	private boolean awaitEndOfFormerRedis() throws IOException {
		Optional<ProcessHandle> former = formerRedis();
		if (former.isEmpty()) {
			return true;
		}
		try {
			former.get().onExit().get(WAIT_SECONDS, TimeUnit.SECONDS);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	private Optional<ProcessHandle> formerRedis() throws IOException {
		if (!Files.exists(getProcessIdFile())) {
			return Optional.empty();
		}
		String id = Files.readString(getProcessIdFile()).strip();
		if (!id.matches("\\d{1,18}")) {
			return Optional.empty();
		}
		// The number may by now belong to another program.
		return ProcessHandle.of(Long.parseLong(id))
			.filter((process) -> process.info().command().orElse("").contains("redis-server"));
	}

	@Override
	public void close() throws IOException {
		this.lock.close();
	}

}
