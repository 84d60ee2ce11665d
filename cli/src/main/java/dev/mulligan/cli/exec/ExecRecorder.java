package dev.mulligan.cli.exec;

import dev.mulligan.adapt.AdaptConfig;
import dev.mulligan.adapt.Advice;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.TraceFolder;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.event.AdaptEvent.CascadeContinued;
import dev.mulligan.event.AdaptEvent.LearningRecorded;
import dev.mulligan.event.Event;
import dev.mulligan.learn.CascadeRule;
import dev.mulligan.learn.CascadeWindow;
import dev.mulligan.learn.LearningIds;
import dev.mulligan.learn.LearningRecord;
import dev.mulligan.learn.Lessons;
import dev.mulligan.orchestrator.operation.ExecMemory;
import dev.mulligan.orchestrator.operation.ExecOrder;
import dev.mulligan.orchestrator.operation.ExecReport;
import dev.mulligan.orchestrator.operation.ExecState;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.adapt.Adviser;
import dev.mulligan.store.adapt.ConfigFile;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import dev.mulligan.workspace.StateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what {@code exec} does into a trace and the store, and reads from there what was learnt before. Whatever is
 * wrong with either is said once and makes no operation fail.
 */
public final class ExecRecorder implements ExecMemory, AutoCloseable {

    private static final int MOST_RECORDS = 2000;
    private static final int MOST_LESSONS = 3;

    private final ExecOrder order;
    private final Path home;
    private final StoreAddress address;
    private final String runId;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    private @Nullable TraceWriter trace;
    private @Nullable EventStore store;
    private Path state;
    private boolean storeFailed;
    private long seq;

    public ExecRecorder(
            ExecOrder order, StoreAddress address, String runId, InstantSource clock, Consumer<String> warnings) {
        this.order = order;
        this.home = address.home();
        this.address = address;
        this.runId = runId;
        this.clock = clock;
        this.warnings = warnings;
        this.state = StoreAddress.state(home);
        try {
            TraceFolder.check(home);
            state = StateFolder.make(order.workspace());
            ignoredByGit(home);
            trace = TraceWriter.open(
                    RunFolder.of(home, runId).path(), EventJson.standard(), TraceWriter.Sync.MILESTONES);
        } catch (IOException | UserError e) {
            warnings.accept("nothing is recorded: " + e.getMessage());
        }
    }

    public static void ignoredByGit(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path ignore = folder.resolve(".gitignore");
        if (!Files.exists(ignore)) {
            Files.writeString(ignore, "*\n");
        }
    }

    @Override
    public void happened(Event event) {
        if (trace != null) {
            try {
                trace.append(new Recorded(runId, ++seq, clock.instant(), event));
            } catch (IOException e) {
                warnings.accept("recording stopped: " + e.getMessage());
                trace = null;
            }
        }
    }

    private Optional<EventStore> store() {
        if (store == null && !storeFailed && trace != null) {
            try {
                store = address.open(warnings);
                store.imports().folder(home);
            } catch (StoreException | UserError | IOException e) {
                storeFailed = true;
                warnings.accept(String.valueOf(e.getMessage()));
            }
        }
        return Optional.ofNullable(store);
    }

    private List<LearningRecord> learnings() {
        try {
            return store()
                    .map(open -> open.views().learnings(Optional.empty(), MOST_RECORDS))
                    .orElse(List.of())
                    .stream()
                    .map(event -> LearningRecord.of(event, clock.instant()))
                    .toList();
        } catch (StoreException e) {
            warnings.accept(String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    @Override
    public List<Lessons.Lesson> lessons(String signature, String error) {
        return Lessons.about(signature, error, learnings(), MOST_LESSONS);
    }

    @Override
    public Advice advise(String stage, int failedAttempts, String signature) {
        return new Adviser(order.workspace(), store(), warnings).advise(stage, failedAttempts, signature);
    }

    @Override
    public AdaptConfig config() {
        return new ConfigFile(order.workspace(), warnings).load();
    }

    /** The cascade that holds the next operation of this workspace up, as far as is known. */
    public Optional<CascadeWindow.Cascade> cascade() {
        importing();
        CascadeRule rule = config().cascade();
        try {
            return rule.enabled()
                    ? store().flatMap(open -> rule.window()
                            .withAll(open.recentItems(order.workspace().toString(), rule.windowSize()))
                            .cascade())
                    : Optional.empty();
        } catch (StoreException e) {
            warnings.accept(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Somebody said go on: what failed so far no longer counts. */
    public void goOn(String by) {
        happened(new CascadeContinued(order.workspace().toString(), by));
    }

    /** The operation is not carried out: nothing of it stays. */
    public void forget() throws IOException {
        if (trace != null) {
            trace.close();
            trace = null;
            Files.deleteIfExists(RunFolder.of(home, runId).trace());
            Files.deleteIfExists(RunFolder.of(home, runId).path());
        }
    }

    /** Operations that end at the same time wait for each other, so that no two records share an id. */
    @Override
    public Optional<String> learn(LearningRecord record) {
        if (trace == null) {
            return Optional.empty();
        }
        Path file = state.resolve("learning.lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            importing();
            String id = LearningIds.next(
                    clock.instant(),
                    learnings().stream().map(LearningRecord::id).toList());
            happened(event(id, record));
            importing();
            return lock.isValid() ? Optional.of(id) : Optional.empty();
        } catch (IOException e) {
            warnings.accept("nothing was learnt: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static LearningRecorded event(String id, LearningRecord r) {
        return new LearningRecorded(
                id,
                r.stage(),
                r.signature(),
                r.error(),
                r.files(),
                r.attempts(),
                r.tried(),
                r.worked(),
                r.category(),
                r.hint());
    }

    private void importing() {
        store().ifPresent(open -> {
            try {
                open.imports().folder(home);
            } catch (IOException | StoreException e) {
                warnings.accept("the trace will be imported next time: " + e.getMessage());
            }
        });
    }

    @Override
    public void tried(List<ExecReport.Try> tries) {
        try {
            new ExecState(state, order.item()).save(order.kind(), order.item(), tries);
        } catch (IOException e) {
            warnings.accept("the state could not be saved: " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        if (trace != null) {
            trace.close();
            importing();
        }
        if (store != null) {
            store.close();
        }
        new ExecState(state, order.item()).done();
    }
}
