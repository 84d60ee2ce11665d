package dev.mulligan.server.session;

import dev.mulligan.event.CircuitEvent.CircuitClosed;
import dev.mulligan.event.CircuitEvent.CircuitOpened;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The requests under way at this moment. */
public final class LiveRequests implements GatewayListener {

    /** A request whose answer is still to come. */
    public record Open(
            String requestId, Instant since, String provider, String model, String session, String project) {}

    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private final Map<String, Instant> circuits = new ConcurrentHashMap<>();

    @Override
    public void on(GatewayFact fact) {
        switch (fact) {
            case GatewayFact.RequestStarted e ->
                open.put(
                        e.requestId(),
                        new Open(e.requestId(), e.at(), e.provider(), e.model(), e.session(), e.project()));
            case GatewayFact.RequestFinished e -> open.remove(e.requestId());
            case GatewayFact.Recovering(CircuitOpened opened) -> circuits.put(opened.scope(), opened.probeAt());
            case GatewayFact.Recovering(CircuitClosed closed) -> circuits.remove(closed.scope());
            default -> {}
        }
    }

    /** What is held back because it kept failing, and when it is tried again. */
    public Map<String, Instant> openCircuits() {
        return Map.copyOf(circuits);
    }

    public Optional<Open> find(String requestId) {
        return Optional.ofNullable(open.get(requestId));
    }

    /** Oldest first. */
    public List<Open> all() {
        return open.values().stream().sorted(Comparator.comparing(Open::since)).toList();
    }
}
