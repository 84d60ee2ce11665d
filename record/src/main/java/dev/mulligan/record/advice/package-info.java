/** What to do about a failed stage, from the history of such stages. Pure; the history comes from the store. */
@NullMarked
package dev.mulligan.record.advice;

import org.jspecify.annotations.NullMarked;
