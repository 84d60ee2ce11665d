package dev.mulligan.gateway;

import dev.mulligan.Episode;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What one request of a client comes to, for its session, the budgets and those who listen. */
final class Ledger {

    private final Shared shared;
    private final GatewayOptions options;
    private final Asked asked;
    private final Session session;
    private final String project;
    private final String requestId;
    private final long startedAt;
    private final Tally tally;

    private String model;
    private int calls;
    private int clientRetries;
    private Optional<Duration> firstByte = Optional.empty();

    Ledger(Shared shared, Asked asked, Session session, String project, String model, long startedAt) {
        this.shared = shared;
        this.options = shared.options();
        this.asked = asked;
        this.session = session;
        this.project = project;
        this.requestId = shared.nextRequestId();
        this.model = model;
        this.startedAt = startedAt;
        this.tally = new Tally(options.models());
        this.clientRetries = asked.clientRetryCount();
    }

    String requestId() {
        return requestId;
    }

    String model() {
        return model;
    }

    Marks marks() {
        return new Marks(model, calls, asked.session());
    }

    /** The client has sent it so often before. */
    void repeated(int times) {
        clientRetries = Math.max(clientRetries, times);
    }

    void begun() {
        options.listener()
                .on(new GatewayFact.RequestStarted(
                        requestId,
                        options.time().now(),
                        asked.route().upstream(),
                        asked.wire().wireName(),
                        asked.model(),
                        asked.session(),
                        project,
                        clientRetries));
    }

    void calls(String withModel) {
        calls++;
        model = withModel;
    }

    void answered() {
        firstByte = Optional.of(sinceStart());
    }

    void used(Usage used) {
        tally.count(model, used);
    }

    /**
     * Closes the books.
     *
     * @param status what the client saw
     * @param committed whether content had gone out that could not be taken back
     * @param failedOutput what the last attempt had said when it failed
     */
    void ended(int status, Episode episode, Optional<Failure> failure, boolean committed, String failedOutput) {
        Instant endedAt = options.time().now();
        session.answered(calls, tally.usage(), tally.cost(), failure.isPresent());
        shared.budgets().spent(session, asked.session(), tally.cost());
        if (asked.route().generates()) {
            shared.kept().keep(asked.session(), asked.kept(requestId, project, endedAt, failure, failedOutput));
        }
        options.listener()
                .on(new GatewayFact.RequestFinished(
                        requestId,
                        endedAt,
                        asked.route().upstream(),
                        asked.wire().wireName(),
                        asked.model(),
                        model,
                        asked.session(),
                        project,
                        clientRetries,
                        calls,
                        status,
                        episode,
                        failure,
                        committed,
                        tally.usage(),
                        tally.cost(),
                        firstByte,
                        sinceStart(),
                        asked.promptPattern()));
    }

    private Duration sinceStart() {
        return Duration.ofNanos(options.time().nanos() - startedAt);
    }
}
