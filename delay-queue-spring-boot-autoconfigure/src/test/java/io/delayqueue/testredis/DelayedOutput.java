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

package io.delayqueue.testredis;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Writes in order, each piece a while after it came: a latency, not a limit of the
 * throughput.
 */
final class DelayedOutput {

	private final OutputStream output;

	private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	DelayedOutput(OutputStream output) {
		this.output = output;
	}

	void write(byte[] bytes, Duration delay) {
		this.pieces.add(new Piece(bytes, System.nanoTime() + delay.toNanos()));
	}

	void close() {
		this.closed.countDown();
		this.pieces.add(new Piece(new byte[0], System.nanoTime()));
	}

	/**
	 * Write until closed.
	 */
	void run() throws IOException, InterruptedException {
		while (true) {
			Piece piece = this.pieces.take();
			if (this.closed.await(piece.dueNanos() - System.nanoTime(), TimeUnit.NANOSECONDS)) {
				return;
			}
			this.output.write(piece.bytes());
		}
	}

	private record Piece(byte[] bytes, long dueNanos) {

	}

}
