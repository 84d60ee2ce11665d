/**
 * How several programs know what one of them has learnt.
 *
 * <p>Read {@link dev.mulligan.share.Note} first, then {@link dev.mulligan.share.Messenger}. Nobody waits for anybody here:
 * notes are exchanged in the background, and without the board everyone goes on with what they know.
 */
@NullMarked
package dev.mulligan.share;

import org.jspecify.annotations.NullMarked;
