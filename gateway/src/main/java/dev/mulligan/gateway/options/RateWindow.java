package dev.mulligan.gateway.options;

import java.time.Instant;
import java.util.Optional;

/**
 * How much a provider said is left of an account's allowance.
 *
 * @param what it counts: requests, tokens, …, or the window of a subscription
 * @param share what is left of it, from 0 to 1
 * @param left in its own unit; empty where only the share is told
 * @param resetsAt when it is full again, as far as it was told
 */
public record RateWindow(
        String what, double share, Optional<Long> left, Optional<Long> limit, Optional<Instant> resetsAt) {}
