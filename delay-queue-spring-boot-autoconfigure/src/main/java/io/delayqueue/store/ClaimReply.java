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

package io.delayqueue.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a claim brought.
 *
 * @param messages the messages handed out, highest priority first, then earliest due
 * @param token the token of this claim, to be confirmed by the consumer's next call; 0 if
 * no message was handed out
 * @param settlements the results of the settlements that rode along, in their order
 * @param endedLeases the messages that were taken back and what became of them: first
 * those of the consumer's own last claim, then those whose lease ended earliest; empty
 * for a repeated claim
 * @param expired the ids of due messages that were not handed out since their time to
 * live was over; empty for a repeated claim
 * @param untilNext how long until the next message is due or the next lease ends,
 * whichever is nearer; zero if there may be more at once; {@code null} if the queue holds
 * neither waiting nor leased messages
 * @since 0.1.0
 */
public record ClaimReply(List<ClaimedMessage> messages, long token, List<SettlementResult> settlements,
		List<EndedLease> endedLeases, List<String> expired, @Nullable Duration untilNext) {

	public ClaimReply {
		messages = List.copyOf(messages);
		settlements = List.copyOf(settlements);
		endedLeases = List.copyOf(endedLeases);
		expired = List.copyOf(expired);
	}

}
