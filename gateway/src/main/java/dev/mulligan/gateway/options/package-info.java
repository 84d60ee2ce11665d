/**
 * Everything a gateway is given from outside, and the facts it tells in return. Read {@link
 * dev.mulligan.gateway.options.GatewayOptions} first.
 */
@NullMarked
package dev.mulligan.gateway.options;

import org.jspecify.annotations.NullMarked;
