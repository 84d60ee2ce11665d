/**
 * What failed, and is it worth another try?
 *
 * <p>Read {@link dev.mulligan.failure.Failure} first: it is the answer. {@link dev.mulligan.failure.Evidence} is what was
 * seen, and {@link dev.mulligan.failure.classify.Classifier} goes from one to the other. {@link dev.mulligan.failure.FailureType}
 * names the causes and {@link dev.mulligan.failure.Action} what to do first.
 *
 * <p>Inside: {@code rules.txt} and {@code marks.txt} are the knowledge, {@code RuleBookReader} compiles them,
 * {@code PhraseMatcher} finds their phrases in one pass, {@code RuleBook} picks the first rule that fits, and
 * {@code RetryAdvice} turns its cause into advice. {@link dev.mulligan.failure.delay.RetryAfter} reads stated delays.
 */
@NullMarked
package dev.mulligan.failure;

import org.jspecify.annotations.NullMarked;
