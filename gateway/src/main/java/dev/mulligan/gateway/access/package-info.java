/**
 * Who may use the port: tokens, roles, certificates, and what is hidden before a name is shown. Knows no other
 * package of the gateway.
 */
@NullMarked
package dev.mulligan.gateway.access;

import org.jspecify.annotations.NullMarked;
