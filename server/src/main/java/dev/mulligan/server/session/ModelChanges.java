package dev.mulligan.server.session;

import dev.mulligan.escalate.Money;
import dev.mulligan.event.RetryEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Changes of model or upstream, as pages show them. */
final class ModelChanges {

    private ModelChanges() {}

    private static Map<String, Object> change(Instant at, String from, String to, String reason) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("fromModel", from);
        change.put("toModel", to);
        change.put("reason", reason);
        change.put("timestamp", at);
        return change;
    }

    static Map<String, Object> escalation(Instant at, RetryEvent.ModelEscalated e) {
        Map<String, Object> change =
                change(at, e.fromModel(), e.toModel(), e.reason().wireName());
        change.put("costBeforeMicros", e.costBeforeMicros());
        change.put("costEstimateMicros", e.costEstimateMicros());
        change.put(
                "costEstimate",
                e.costEstimateMicros()
                        .flatMap(after -> e.costBeforeMicros().map(before -> new Money(after - before)))
                        .map(Money::inDollars));
        return change;
    }

    static Map<String, Object> fallback(Instant at, RetryEvent.FallbackUsed e) {
        Map<String, Object> change = change(at, e.fromModel(), e.toModel(), "fallback");
        change.put("fromUpstream", e.fromUpstream());
        change.put("toUpstream", e.toUpstream());
        change.put("why", e.why());
        return change;
    }
}
