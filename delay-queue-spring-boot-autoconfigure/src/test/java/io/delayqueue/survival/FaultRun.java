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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.delayqueue.survival.FaultScript.Fault;
import io.delayqueue.testredis.ProxiedCommand;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;

/**
 * Carries out a script of faults, but that one application always works: what all of them
 * need to start, on a busy machine, would be taken for lateness.
 */
final class FaultRun {

	private static final int LOST_REPLIES = 3;

	private static final Duration TO_END = Duration.ofSeconds(40);

	private final RedisProcess redis;

	private final List<TcpProxy> proxies;

	private final List<NodeProcess> nodes;

	private final Set<NodeProcess> broken = new HashSet<>();

	private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

	private final Map<String, List<Long>> downs = new HashMap<>();

	FaultRun(RedisProcess redis, List<TcpProxy> proxies, List<NodeProcess> nodes) {
		this.redis = redis;
		this.proxies = proxies;
		this.nodes = nodes;
	}

	/**
	 * Return how often each fault has happened.
	 * @return the numbers
	 */
	Map<Fault, Integer> counts() {
		return this.counts;
	}

	/**
	 * Return when each application was killed, paused or told to end.
	 * @return the moments by the monotonic clock
	 */
	Map<String, List<Long>> downs() {
		return this.downs;
	}

	/**
	 * Carry out a script.
	 * @param script the script
	 * @throws InterruptedException if interrupted
	 */
	void run(FaultScript script) throws InterruptedException {
		ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
		try {
			List<ScheduledFuture<?>> steps = new ArrayList<>();
			for (FaultScript.Step step : script.steps()) {
				steps.add(executor.schedule(() -> carryOut(step), step.millis(), TimeUnit.MILLISECONDS));
			}
			for (ScheduledFuture<?> step : steps) {
				step.get();
			}
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A fault could not be brought about", ex);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void carryOut(FaultScript.Step step) {
		switch (step.target()) {
			case PROCESS -> carryOut(step, this.nodes.get(step.node()));
			case NETWORK -> carryOut(step, this.proxies.get(step.node()));
			case REDIS -> carryOut(step, this.redis);
		}
	}

	private void carryOut(FaultScript.Step step, NodeProcess node) {
		if (!step.begins()) {
			if (this.broken.remove(node)) {
				end(step.fault(), node);
			}
		}
		else if (isUp(node) && this.nodes.stream().filter(this::isUp).count() > 1) {
			this.broken.add(node);
			this.downs.computeIfAbsent(node.name(), (name) -> new ArrayList<>()).add(System.nanoTime());
			count(step.fault());
			begin(step.fault(), node);
		}
	}

	private boolean isUp(NodeProcess node) {
		return !this.broken.contains(node) && node.isReady();
	}

	private static void begin(Fault fault, NodeProcess node) {
		switch (fault) {
			case KILL_NODE -> node.kill();
			case PAUSE_NODE -> node.pause();
			default -> node.terminate();
		}
	}

	private static void end(Fault fault, NodeProcess node) {
		if (fault == Fault.PAUSE_NODE) {
			node.resume();
		}
		else {
			node.awaitEnd(TO_END);
			node.restart();
		}
	}

	private void carryOut(FaultScript.Step step, TcpProxy proxy) {
		if (!step.begins()) {
			proxy.heal();
			return;
		}
		count(step.fault());
		switch (step.fault()) {
			case CUT_CONNECTIONS -> proxy.cut();
			case HOLD_NETWORK -> proxy.hang();
			default -> proxy.inject(io.delayqueue.testredis.Fault.CUT_AFTER, LOST_REPLIES, ProxiedCommand.script());
		}
	}

	private void carryOut(FaultScript.Step step, RedisProcess redis) {
		if (step.fault() == Fault.KILL_REDIS) {
			if (step.begins()) {
				count(step.fault());
				redis.kill();
			}
			else {
				redis.restart();
			}
		}
		else if (step.begins()) {
			count(step.fault());
			switch (step.fault()) {
				case FLUSH_SCRIPTS -> redis.command("SCRIPT", "FLUSH");
				case KILL_CLIENTS -> redis.command("CLIENT", "KILL", "TYPE", "normal");
				default -> redis.command("CLIENT", "KILL", "TYPE", "pubsub");
			}
		}
	}

	private void count(Fault fault) {
		this.counts.merge(fault, 1, Integer::sum);
	}

}
