/**
 * Which upstream and key answers a request, and which one stands in when it cannot. Read {@link
 * dev.mulligan.gateway.route.Routes} first.
 */
@NullMarked
package dev.mulligan.gateway.route;

import org.jspecify.annotations.NullMarked;
