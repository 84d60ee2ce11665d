package dev.mulligan.gateway.options;

import dev.mulligan.Episode;
import dev.mulligan.EscalationReason;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Something that happened in the gateway. */
public sealed interface GatewayFact {

    /**
     * A request has arrived.
     *
     * @param clientRetries how many times the client has sent this request before, as far as can be told
     */
    record RequestStarted(
            String requestId,
            Instant at,
            String provider,
            String wire,
            String model,
            String session,
            String project,
            int clientRetries)
            implements GatewayFact {}

    /**
     * The end of one request of a client.
     *
     * @param model the one that answered, or was asked last
     * @param status what the client saw; 0 when it was gone before
     * @param upstreamCalls how often the provider was called for it
     * @param failure why it has no good answer, or why the last attempt had none
     * @param committed whether the client had seen content when it failed
     * @param firstByte from arrival to the first byte of content
     * @param promptPattern the template its first message seems to be made from
     */
    record RequestFinished(
            String requestId,
            Instant at,
            String provider,
            String wire,
            String requestedModel,
            String model,
            String session,
            String project,
            int clientRetries,
            int upstreamCalls,
            int status,
            Episode episode,
            Optional<Failure> failure,
            boolean committed,
            Usage usage,
            Money cost,
            Optional<Duration> firstByte,
            Duration duration,
            Optional<String> promptPattern)
            implements GatewayFact {

        public boolean succeeded() {
            return failure.isEmpty();
        }
    }

    record SessionEscalated(String session, String fromModel, String toModel, EscalationReason reason)
            implements GatewayFact {}

    /** A budget is used up. */
    record BudgetExceeded(String session, String project, String why) implements GatewayFact {}

    /** The same request came too often. */
    record RunawayStopped(String session, int times) implements GatewayFact {}

    /** What the kernel said while it recovered a request. */
    record Recovering(Event event) implements GatewayFact {}
}
