package dev.mulligan.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Which part of history is asked about. Times are widened to whole hours, the finest that sums are kept in; empty
 * filters mean everything.
 *
 * @param layer {@code provider} (requests through the gateway) or {@code attempt} (attempts of steps and commands)
 */
public record Question(
        Instant from,
        Instant to,
        Optional<String> project,
        Optional<String> model,
        Optional<String> stage,
        Optional<String> layer,
        Optional<String> failureType) {

    public static Question between(Instant from, Instant to) {
        return new Question(
                from, to, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Question ofProject(String wanted) {
        return new Question(from, to, Optional.of(wanted), model, stage, layer, failureType);
    }

    public Question ofModel(String wanted) {
        return new Question(from, to, project, Optional.of(wanted), stage, layer, failureType);
    }

    public Question ofStage(String wanted) {
        return new Question(from, to, project, model, Optional.of(wanted), layer, failureType);
    }

    public Question ofLayer(String wanted) {
        return new Question(from, to, project, model, stage, Optional.of(wanted), failureType);
    }

    public Question ofFailureType(String wanted) {
        return new Question(from, to, project, model, stage, layer, Optional.of(wanted));
    }
}
