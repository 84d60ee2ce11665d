/**
 * Who may call: tokens, roles, logins, the audit log.
 *
 * <p>The command line manages tokens with it. Read {@code Access} first.
 */
@NullMarked
package dev.mulligan.server.access;

import org.jspecify.annotations.NullMarked;
