/**
 * A client's request: which path and wire it came by, which client sent it, what tells it apart from others. What the
 * wires themselves look like is in {@code dev.mulligan.provider}.
 */
@NullMarked
package dev.mulligan.gateway.wire;

import org.jspecify.annotations.NullMarked;
