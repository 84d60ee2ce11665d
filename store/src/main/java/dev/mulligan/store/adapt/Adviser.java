package dev.mulligan.store.adapt;

import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.record.advice.StageHistory;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Advice for a stage of a project, from whatever history there is. */
public final class Adviser {

    private final Path project;
    private final Optional<EventStore> store;
    private final Consumer<String> warnings;

    public Adviser(Path project, Optional<EventStore> store, Consumer<String> warnings) {
        this.project = project;
        this.store = store;
        this.warnings = warnings;
    }

    /** Never throws: the worst that happens is "retry". {@code signature} may be empty. */
    public Advice advise(String stage, int attempt, String signature) {
        AdaptConfig config = new ConfigFile(project, warnings).load();
        return Advice.on(stage, attempt, history(stage, signature, config.windowSize()), config);
    }

    private StageHistory history(String stage, String signature, int window) {
        StageHistory own = StageHistory.NONE;
        try {
            own = store.map(open -> open.stageHistory(stage, signature, window)).orElse(StageHistory.NONE);
        } catch (StoreException e) {
            warnings.accept(e.getMessage() + ". " + e.advice());
        }
        return own.recent().isEmpty() ? PipelineHistory.load(project, warnings).stage(stage) : own;
    }
}
