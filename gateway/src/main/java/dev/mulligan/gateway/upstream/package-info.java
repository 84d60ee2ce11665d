/**
 * One call to a provider and the checks of what comes back. Read {@link dev.mulligan.gateway.upstream.UpstreamCall}
 * first.
 */
@NullMarked
package dev.mulligan.gateway.upstream;

import org.jspecify.annotations.NullMarked;
