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

package io.delayqueue.store.redis;

/**
 * The scripts, each of them a file beside this class.
 */
enum Script {

	SCHEDULE("schedule on"), CLAIM("claim from"), SETTLE("settle on"), EXTEND("extend leases on"),
	RESCHEDULE("reschedule on"), CANCEL("cancel on"), RECALL("ask for a reply of"), FIND("look into"), BROWSE("browse"),
	REPLAY("replay dead letters of"), DISCARD("remove dead letters of"), PURGE("purge"), COUNT("count"),
	COUNT_DUE("count"), TIME("ask for the time of"), PAUSE("pause"), RESUME("resume"), FORGET("forget a consumer of"),
	QUEUES("list the queues of");

	private final String action;

	Script(String action) {
		this.action = action;
	}

	/**
	 * Return what the script does, for the text of exceptions: to be followed by the
	 * queue.
	 * @return the action
	 */
	String action() {
		return this.action;
	}

	/**
	 * Return whether the prelude goes before it.
	 * @return whether the script is about one queue
	 */
	boolean hasPrelude() {
		return this != QUEUES;
	}

	/**
	 * Return whether what scripts share that go through a state goes before it.
	 * @return whether it goes through the messages in a state
	 */
	boolean goesThroughState() {
		return this == BROWSE || this == PURGE;
	}

	/**
	 * Return whether what consumers' scripts share goes before it.
	 * @return whether consumers call it
	 */
	boolean isOfConsumers() {
		return this == CLAIM || this == SETTLE || this == EXTEND;
	}

}
