/** A step that this worker holds: the lease, the check before files change, and the watch that ends work whose lease is over. Start with {@code Claim}. */
@NullMarked
package dev.mulligan.orchestrator.claim;

import org.jspecify.annotations.NullMarked;
