package dev.mulligan.gateway.options;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Something that happened in the gateway: an event for the record, and what only listeners in this program need. */
public sealed interface GatewayFact {

    /** As it is recorded; empty for what another event says already. */
    Optional<Event> event();

    /**
     * A request has arrived.
     *
     * @param clientRetries how many times the client has sent this request before, as far as can be told
     */
    record RequestStarted(ProviderRequestStarted started, Instant at, String wire, int clientRetries)
            implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.of(started);
        }

        public String requestId() {
            return started.requestId();
        }

        public String provider() {
            return started.provider();
        }

        public String model() {
            return started.model();
        }

        public String session() {
            return started.session().orElse("");
        }

        public String project() {
            return started.project();
        }
    }

    /**
     * The end of one request of a client.
     *
     * @param upstreamCalls how often a provider was called for it
     * @param failure why it has no good answer, or why the last attempt had none
     * @param committed whether the client had seen content when it failed
     */
    record RequestFinished(
            ProviderRequestFinished finished,
            Instant at,
            String wire,
            int upstreamCalls,
            Episode episode,
            Optional<Failure> failure,
            boolean committed,
            Optional<String> traceParent)
            implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.of(finished);
        }

        public boolean succeeded() {
            return finished.success();
        }

        public String requestId() {
            return finished.requestId();
        }

        public String provider() {
            return finished.provider();
        }

        public String requestedModel() {
            return finished.requestedModel().orElse(finished.model());
        }

        /** The one that answered, or was asked last. */
        public String model() {
            return finished.model();
        }

        public String session() {
            return finished.session().orElse("");
        }

        public String project() {
            return finished.project();
        }

        public int clientRetries() {
            return finished.clientRetries();
        }

        /** What the client saw; 0 when it was gone before. */
        public int status() {
            return finished.status();
        }

        public Usage usage() {
            return finished.usage();
        }

        public Money cost() {
            return new Money(finished.costMicros());
        }

        /** From arrival to the first byte of content. */
        public Optional<Duration> firstByte() {
            return finished.firstByteMs().map(Duration::ofMillis);
        }

        public Duration duration() {
            return Duration.ofMillis(finished.durationMs());
        }
    }

    record SessionEscalated(String session, String fromModel, String toModel, EscalationReason reason)
            implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.of(new RetryEvent.ModelEscalated(session, fromModel, toModel, reason));
        }
    }

    /** A budget is used up. The end of the request says so, too. */
    record BudgetExceeded(String session, String project, String why) implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.empty();
        }
    }

    /** The same request came too often. The end of the request says so, too. */
    record RunawayStopped(String session, int times) implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.empty();
        }
    }

    /** An answer told what is left of the account's allowance. Only for pages: the next answer tells it anew. */
    record RateWindowTold(String upstream, String model, RateWindow window, Instant at) implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.empty();
        }
    }

    /** What was said while a request was recovered. */
    record Recovering(Event said) implements GatewayFact {

        @Override
        public Optional<Event> event() {
            return Optional.of(said);
        }
    }
}
