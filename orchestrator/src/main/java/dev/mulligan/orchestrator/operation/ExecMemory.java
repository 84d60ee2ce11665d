package dev.mulligan.orchestrator.operation;

import dev.mulligan.adapt.AdaptConfig;
import dev.mulligan.adapt.Advice;
import dev.mulligan.adapt.StageHistory;
import dev.mulligan.event.Event;
import dev.mulligan.learn.LearningRecord;
import dev.mulligan.learn.Lessons;
import java.util.List;
import java.util.Optional;

/** What is known from earlier operations, and where it goes what this one showed. Must not throw. */
public interface ExecMemory {

    ExecMemory NONE = new ExecMemory() {};

    /** What was learnt about this failure or one like it, the most useful first. */
    default List<Lessons.Lesson> lessons(String signature, String error) {
        return List.of();
    }

    default Advice advise(String stage, int failedAttempts, String signature) {
        return Advice.on(stage, failedAttempts, StageHistory.NONE, config());
    }

    default AdaptConfig config() {
        return AdaptConfig.standard();
    }

    /** Keeps the record under an id of its own, which is returned; empty where nothing is kept. */
    default Optional<String> learn(LearningRecord withoutId) {
        return Optional.empty();
    }

    default void happened(Event event) {}

    /** After each try, so that a killed operation can be taken up again. */
    default void tried(List<ExecReport.Try> tries) {}
}
