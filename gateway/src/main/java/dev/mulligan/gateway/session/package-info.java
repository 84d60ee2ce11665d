/**
 * Conversations, their money, and the last request of each.
 */
@NullMarked
package dev.mulligan.gateway.session;

import org.jspecify.annotations.NullMarked;
