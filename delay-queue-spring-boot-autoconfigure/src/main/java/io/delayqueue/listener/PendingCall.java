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

package io.delayqueue.listener;

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.Settlement;

/**
 * A call that is repeated as it was until its reply arrives. Used by the poller's thread
 * only.
 *
 * @param <R> the type of the request
 */
final class PendingCall<R> {

	private final R request;

	private final List<SettlementBuffer.Entry> entries;

	private final long unknownUntil;

	private final long unforeseenUntil;

	private boolean inDoubt;

	/**
	 * Create a call.
	 * @param request what the store is asked
	 * @param entries what the call settles
	 * @param unknownUntil until when it is repeated while its outcome is unknown
	 * @param unforeseenUntil until when it is repeated while the store fails in a way
	 * that is not foreseen, as with a reply that can't be read: that may go on for ever
	 */
	PendingCall(R request, List<SettlementBuffer.Entry> entries, long unknownUntil, long unforeseenUntil) {
		this.request = request;
		this.entries = entries;
		this.unknownUntil = unknownUntil;
		this.unforeseenUntil = unforeseenUntil;
	}

	R request() {
		return this.request;
	}

	List<SettlementBuffer.Entry> entries() {
		return this.entries;
	}

	List<Settlement> settlements() {
		return SettlementBuffer.Entry.settlements(this.entries);
	}

	/**
	 * Judge a failed try.
	 * @param failure what the store threw
	 * @param now the present moment
	 * @return what to do with the call
	 */
	Verdict failed(Throwable failure, long now) {
		boolean foreseen = failure instanceof DelayQueueException;
		if (foreseen && !mayHaveRun(failure) && !this.inDoubt) {
			return Verdict.NOT_DONE;
		}
		// A later try that changed nothing says nothing about this one.
		this.inDoubt = true;
		return (now < (foreseen ? this.unknownUntil : this.unforeseenUntil)) ? Verdict.REPEAT : Verdict.GIVE_UP;
	}

	// A driver that sends a call again by itself reports the refusal of its last try
	// only.
	private static boolean mayHaveRun(Throwable failure) {
		return failure instanceof OutcomeUnknownException || failure instanceof StoreUnavailableException;
	}

	/**
	 * What to do with a call that failed.
	 */
	enum Verdict {

		/**
		 * Send it again as it was.
		 */
		REPEAT,

		/**
		 * Forget it: it was not carried out.
		 */
		NOT_DONE,

		/**
		 * Forget it, although it may have been carried out.
		 */
		GIVE_UP

	}

}
