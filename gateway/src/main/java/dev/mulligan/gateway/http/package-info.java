/**
 * What the listening side needs: limits of connections and bodies, header rules, checks of clients, readiness.
 */
@NullMarked
package dev.mulligan.gateway.http;

import org.jspecify.annotations.NullMarked;
