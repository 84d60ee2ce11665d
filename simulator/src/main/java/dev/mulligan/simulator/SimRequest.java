package dev.mulligan.simulator;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request, as it arrived, and the fault it was given. */
public final class SimRequest {

    private final int number;
    private final Instant at;
    private final SimulatedRequestReader.Request request;
    private final String fault;
    private volatile @Nullable Instant leftAt;

    SimRequest(int number, Instant at, SimulatedRequestReader.Request request, String fault) {
        this.number = number;
        this.at = at;
        this.request = request;
        this.fault = fault;
    }

    public int number() {
        return number;
    }

    public Instant at() {
        return at;
    }

    public String method() {
        return request.method();
    }

    public String target() {
        return request.target();
    }

    /** Names as sent, in order. */
    public List<Map.Entry<String, String>> headers() {
        return List.copyOf(request.headers());
    }

    public Optional<String> header(String name) {
        return request.header(name);
    }

    public byte[] body() {
        return request.body().clone();
    }

    public String fault() {
        return fault;
    }

    /** When the client hung up before its answer was complete, as far as the simulator noticed. */
    public Optional<Instant> leftAt() {
        return Optional.ofNullable(leftAt);
    }

    void left(Instant when) {
        leftAt = when;
    }
}
