/**
 * What several gateways tell each other through notes in the store. Everything goes on alone when there is none.
 */
@NullMarked
package dev.mulligan.gateway.fleet;

import org.jspecify.annotations.NullMarked;
