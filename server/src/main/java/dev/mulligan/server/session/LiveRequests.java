package dev.mulligan.server.session;

import dev.mulligan.event.CircuitEvent.CircuitClosed;
import dev.mulligan.event.CircuitEvent.CircuitOpened;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.gateway.options.RateWindow;
import java.time.Duration;
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

    public record Place(String upstream, String model) {}

    /** What the last answer said of a rate window. */
    public record Told(RateWindow window, Instant at) {

        boolean isOver(Instant now) {
            return window.resetsAt().orElse(at.plus(LONGEST_KNOWN)).isBefore(now);
        }
    }

    private static final int MOST_WINDOWS = 500;
    private static final Duration LONGEST_KNOWN = Duration.ofHours(1);

    private final Map<Place, Told> windows = new ConcurrentHashMap<>();
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
            case GatewayFact.RateWindowTold told -> remember(told);
            default -> {}
        }
    }

    private void remember(GatewayFact.RateWindowTold told) {
        Place place = new Place(told.upstream(), told.model());
        if (windows.size() < MOST_WINDOWS || windows.containsKey(place)) {
            windows.put(place, new Told(told.window(), told.at()));
        }
    }

    /** What providers said is left for each upstream and model; what was refilled since is left out. */
    public Map<Place, Told> rateWindows(Instant now) {
        windows.values().removeIf(told -> told.isOver(now));
        return Map.copyOf(windows);
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
