/** Takes secrets out of text and events before anybody writes them down. Read {@link dev.mulligan.redact.Secrets} first. */
@NullMarked
package dev.mulligan.redact;

import org.jspecify.annotations.NullMarked;
