package dev.mulligan.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which attempt of a run an agent works for. A gateway on the way reads it from headers and keeps it to itself, so that
 * the agent's requests stand in the run's trace.
 */
public record RunPosition(String run, String step, int attempt) {

    /** Holds it as {@code run/step/attempt}. */
    public static final String VARIABLE = "MULLIGAN_RUN";

    public String text() {
        return run + "/" + step + "/" + attempt;
    }

    public static Optional<RunPosition> in(Map<String, String> environment) {
        String[] parts = environment.getOrDefault(VARIABLE, "").split("/", -1);
        return parts.length == 3 && parts[2].matches("[0-9]{1,9}")
                ? Optional.of(new RunPosition(parts[0], parts[1], Integer.parseInt(parts[2])))
                : Optional.empty();
    }

    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("x-mulligan-run", run);
        headers.put("x-mulligan-step", step);
        headers.put("x-mulligan-attempt", Integer.toString(attempt));
        return headers;
    }
}
