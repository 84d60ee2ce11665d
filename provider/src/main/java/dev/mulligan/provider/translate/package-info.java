/**
 * Requests and answers of one wire in another: {@code RequestReader} reads a wire's request into a {@link
 * dev.mulligan.provider.translate.ModelRequest}, {@code RequestWriter} writes it for another wire; answers go the same way
 * back as {@link dev.mulligan.provider.translate.AnswerPart}s, whole or streamed. Pure functions, no connections. What a
 * wire cannot say is refused with the name of the field ({@link
 * dev.mulligan.provider.translate.UntranslatableException}); what may be left out is listed in {@code dropped}. Read
 * {@link dev.mulligan.provider.translate.Translation} first.
 */
@NullMarked
package dev.mulligan.provider.translate;

import org.jspecify.annotations.NullMarked;
