package dev.mulligan.gateway.wire;

import dev.mulligan.gateway.access.SafeText;
import io.vertx.core.MultiMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which attempt of which step of a run a request belongs to. A run tells its agents' requests apart by the headers {@code
 * x-mulligan-run}, {@code -step} and {@code -attempt}, or, for agents that send no headers of ours, by the address {@code
 * /mulligan-run/RUN/STEP/ATTEMPT} before the path. Neither reaches a provider.
 */
public record RequestPlace(String run, String step, long attempt) {

    static final String PREFIX = "/mulligan-run/";

    private static final int LONGEST = 200;

    static Optional<RequestPlace> of(MultiMap headers) {
        return of(headers.get("x-mulligan-run"), headers.get("x-mulligan-step"), headers.get("x-mulligan-attempt"));
    }

    static Optional<RequestPlace> of(@Nullable String run, @Nullable String step, @Nullable String attempt) {
        if (run == null || run.isBlank() || run.length() > LONGEST) {
            return Optional.empty();
        }
        String within = step == null || step.length() > LONGEST ? "" : step;
        boolean counted = attempt != null && attempt.matches("[0-9]{1,9}");
        return Optional.of(
                new RequestPlace(SafeText.name(run), SafeText.name(within), counted ? Long.parseLong(attempt) : 0));
    }
}
