package dev.mulligan.server.session;

import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Usage;
import dev.mulligan.gateway.session.SessionView;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.store.trace.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a session asks for, what it uses instead, and what the next call costs: from memory, else from the record. */
final class SessionModels {

    private static final int EVENTS_LOOKED_AT = 60;
    private static final int GUESSED_ANSWER = 1_000;
    private static final int BYTES_A_TOKEN = 4;

    /** {@code measured}: from tokens that were really used. */
    record Estimate(CostEstimate cost, boolean measured) {}

    private final ServerContext context;
    private final SessionEscalations escalations;

    public SessionModels(ServerContext context, SessionEscalations escalations) {
        this.context = context;
        this.escalations = escalations;
    }

    /** The model its client asks for; empty for a session nobody heard of. */
    Optional<String> asked(String session) {
        return context.gateway()
                .sessions()
                .get(session)
                .map(SessionView::model)
                .filter(model -> !model.isEmpty())
                .or(() -> recorded(
                                session,
                                event -> event.event() instanceof ProviderRequestStarted started
                                        ? Optional.of(started.model())
                                        : Optional.empty())
                        .findFirst());
    }

    Optional<String> inUse(String session) {
        return asked(session).map(model -> escalations.of(session, model).orElse(model));
    }

    private <T> Stream<T> recorded(String session, Function<Recorded, Optional<T>> wanted) {
        return context.store().sessions().timeline(session, EVENTS_LOOKED_AT).stream()
                .map(wanted)
                .flatMap(Optional::stream);
    }

    /** Empty where a price is not known. */
    Optional<Estimate> estimate(String session, String from, String to) {
        Models models = context.options().models();
        if (models.find(from).isEmpty() || models.find(to).isEmpty()) {
            return Optional.empty();
        }
        List<Usage> used = used(session);
        return Optional.of(new Estimate(
                CostEstimate.next(
                        models.find(from).get(), models.find(to).get(), used.isEmpty() ? guess(session) : used),
                !used.isEmpty()));
    }

    /** The calls of late, oldest first. */
    private List<Usage> used(String session) {
        return recorded(
                        session,
                        event -> event.event() instanceof ProviderRequestFinished finished
                                        && finished.usage().output() > 0
                                ? Optional.of(finished.usage())
                                : Optional.empty())
                .toList()
                .reversed();
    }

    /** Nothing was answered yet: the size of the request says about how much is read. */
    private List<Usage> guess(String session) {
        long input = context.gateway()
                        .lastRequest(session)
                        .map(kept -> kept.body().length())
                        .orElse(0)
                / BYTES_A_TOKEN;
        return List.of(new Usage(input, GUESSED_ANSWER, 0, 0));
    }
}
