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

package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Marks a method that handles the messages of one or more queues when they are due, at
 * least once each.
 *
 * <pre class="code">
 * &#64;DelayListener("order-timeout")
 * void close(OrderTimeout timeout) {
 * }
 * </pre>
 *
 * A method may take the payload, decoded as the type of its parameter, and also
 * {@link org.springframework.messaging.handler.annotation.Header @Header} and
 * {@link org.springframework.messaging.handler.annotation.Headers @Headers} parameters, a
 * {@link org.springframework.messaging.Message}, its
 * {@link org.springframework.messaging.MessageHeaders}, the
 * {@link io.delayqueue.listener.Delivery}, and an
 * {@link io.delayqueue.listener.Acknowledgment}. It returns {@code void}, a
 * {@link java.util.concurrent.CompletionStage}, or a single value of a reactive library
 * such as Reactor's {@code Mono}, also an empty one. When it returns, or the stage
 * completes, the message is handled; if it throws, or the stage fails, the message is
 * retried, except after a {@link io.delayqueue.listener.DoNotRetryException} and those
 * that the property {@code delay-queue.listener.retry.not-retryable} names; a
 * {@link io.delayqueue.listener.RetryAfterException} says when. By the acknowledgment the
 * method can decide otherwise. A message that can't be converted to the parameters or is
 * not valid goes to the dead letters without a retry.
 * <p>
 * Every attribute may hold <code>${…}</code> placeholders and <code>#{…}</code>
 * expressions. One that is empty leaves the matter to the queue and the container
 * factory. Repeatable, and may be used as a meta-annotation. Of a method that is
 * overridden, the nearest declaration that is annotated counts.
 *
 * @since 0.1.0
 * @see EnableDelayListeners
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
@Repeatable(DelayListeners.class)
public @interface DelayListener {

	/**
	 * The id of the listener, unique in the application: its threads are named after it,
	 * and the registry knows it by it. If empty, it is made of the names of the bean and
	 * the method.
	 * @return the id
	 */
	String id() default "";

	/**
	 * The queues to consume.
	 * @return the names of the queues
	 * @see #queues()
	 */
	@AliasFor("queues")
	String[] value() default {};

	/**
	 * The queues to consume: names, or expressions that give a name, an array or a
	 * collection of names.
	 * @return the names of the queues
	 */
	@AliasFor("value")
	String[] queues() default {};

	/**
	 * How many messages of each queue are handled at a time.
	 * @return a number from 1
	 */
	String concurrency() default "";

	/**
	 * Whether the method takes several messages at a time. It then has one parameter of
	 * type {@code List<T>} for the payloads or {@code List<Message<T>>} for the messages,
	 * and may have one of type {@code List<Delivery>}, in the same order; no others. What
	 * is due is handed over at once, also if the batch is not full.
	 * {@link #concurrency()} is the number of batches. A message that can't be converted
	 * goes to the dead letters by itself, a
	 * {@link io.delayqueue.listener.BatchListenerFailedException} says which messages
	 * failed, and any other exception lets all of the batch fail.
	 * @return {@code true} or {@code false}
	 */
	String batch() default "";

	/**
	 * How many messages the method takes at a time, if {@link #batch()} is {@code true}.
	 * @return a number from 1 to 256; if empty,
	 * {@value io.delayqueue.config.MethodDelayListenerEndpoint#DEFAULT_BATCH_SIZE}
	 */
	String batchSize() default "";

	/**
	 * Whether the listener starts with the application.
	 * @return {@code true} or {@code false}
	 */
	String autoStartup() default "";

	/**
	 * Who settles a message, and when: {@code auto} by how the method ends,
	 * {@code manual} the application by an {@link io.delayqueue.listener.Acknowledgment},
	 * {@code none} before the method begins, so that it is handled at most once.
	 * @return the mode
	 * @see io.delayqueue.listener.AckMode
	 */
	String ackMode() default "";

	/**
	 * How long a message belongs to this consumer before another may have it. It is
	 * renewed while the message is handled, so it need not be as long as the handling
	 * takes.
	 * @return a duration such as {@code 500} (milliseconds), {@code 5s} or {@code PT5S}
	 */
	String lease() default "";

	/**
	 * How often a failed message is tried again, after the pauses that hold for its
	 * queue, before it goes to the dead letters.
	 * @return a number from 0
	 */
	String maxRetries() default "";

	/**
	 * Whether the method takes the dead letters of the queues instead of the messages
	 * that are due: those that died before it started, too, the longest dead first. What
	 * one died of stands in its headers (see
	 * {@link io.delayqueue.support.DelayHeaders#DEATH_REASON} and those next to it). When
	 * the method returns, the dead letter is removed; when it throws, it is handed out
	 * again after the pauses that hold for its queue. Once {@link #maxRetries()} are used
	 * up, or if the message can't be converted, it is kept among the dead letters, where
	 * it can be browsed and replayed, and is handed out no more. A dead letter that is
	 * replayed or removed by another way meanwhile is not touched.
	 * @return {@code true} or {@code false}; if empty, {@code false}
	 */
	String deadLetters() default "";

	/**
	 * What sees the failures of the method first. If empty, it is the factory's: with
	 * Spring Boot the bean named
	 * {@value io.delayqueue.config.DelayListenerBeanNames#ERROR_HANDLER}, if there is
	 * one.
	 * @return the name of a {@link io.delayqueue.listener.DelayListenerErrorHandler}
	 * bean, or an expression that gives one
	 */
	String errorHandler() default "";

	/**
	 * What converts payloads to what the method takes.
	 * @return the name of a
	 * {@link org.springframework.messaging.converter.MessageConverter} bean, or an
	 * expression that gives one
	 */
	String messageConverter() default "";

	/**
	 * What runs the method.
	 * @return the name of an {@link java.util.concurrent.Executor} bean, or an expression
	 * that gives one
	 */
	String executor() default "";

	/**
	 * What makes the container of this listener.
	 * @return the name of a {@link io.delayqueue.config.DelayListenerContainerFactory}
	 * bean, or an expression that gives one
	 */
	String containerFactory() default "";

}
