/** The rules: those that ship ({@code rules.txt}) and those of users. Read {@link dev.mulligan.failure.rule.Rule} and the head of {@code rules.txt} first. */
@NullMarked
package dev.mulligan.failure.rule;

import org.jspecify.annotations.NullMarked;
