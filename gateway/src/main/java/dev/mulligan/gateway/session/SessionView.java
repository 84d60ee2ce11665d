package dev.mulligan.gateway.session;

import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * One conversation of an agent at this moment.
 *
 * @param model what its client asks for
 * @param escalatedTo what is called instead
 * @param upstreamCalls divided by requests: how much retries multiply
 */
public record SessionView(
        String id,
        String project,
        Instant started,
        Instant lastSeen,
        String model,
        Optional<String> escalatedTo,
        int requests,
        int upstreamCalls,
        int failures,
        Usage usage,
        Money cost) {}
