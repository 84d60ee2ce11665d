package dev.mulligan.orchestrator.run;

import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.adapt.Adviser;
import dev.mulligan.store.adapt.ConfigFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a project has set about retries, and advice from its history. What is wrong with either is said once. */
public final class AdaptFiles {

    private static final Logger log = LoggerFactory.getLogger(AdaptFiles.class);
    private static final int MOST_SAID = 1_000;

    private final EventStore store;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    public AdaptFiles(EventStore store) {
        this.store = store;
    }

    public AdaptConfig config(Path project) {
        return new ConfigFile(project, this::warn).load();
    }

    public Advice advise(Path project, String stage, int attempt, String signature) {
        return new Adviser(project, Optional.of(store), this::warn).advise(stage, attempt, signature);
    }

    private void warn(String warning) {
        if (said.size() < MOST_SAID && said.add(warning)) {
            log.warn("{}", warning);
        }
    }
}
