package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.config.Config;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A scratch repository, a plan, agents that are shell scripts, and a real engine on a real store.
 *
 * <p>An agent script sees {@code $N}, how often it was called, {@code $OUT}, a folder outside of the repository, and its
 * prompt in {@code $PROMPT}.
 */
final class Scene implements AutoCloseable {

    final Path root;
    final Path home;
    final Path outside;
    final EventStore store;
    private final Map<String, CountDownLatch> pauses = new ConcurrentHashMap<>();

    Scene(Path folder) throws IOException {
        this(folder, folder.resolve("store.db").toString());
    }

    Scene(Path folder, String where) throws IOException {
        this.root = Files.createDirectories(folder.resolve("project"));
        this.outside = Files.createDirectories(folder.resolve("outside"));
        this.home = root.resolve(".mulligan");
        git("init", "-q", "-b", "main");
        git("config", "user.email", "test@localhost");
        git("config", "user.name", "Test");
        this.store = EventStore.open(where);
    }

    Scene file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(root));
        Files.writeString(file, content);
        return this;
    }

    Scene commit() throws IOException {
        git("add", "-A");
        git("commit", "-q", "-m", "start");
        return this;
    }

    String git(String... arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(out).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return out;
    }

    /** Where a word stands, on any branch or in the given commits. */
    Optional<String> grep(String word, String... commits) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of("git", "grep", "-l", "-F", word));
        if (commits.length == 0) {
            git("for-each-ref", "--format=%(refname)", "refs/heads").lines().forEach(command::add);
        } else {
            command.addAll(List.of(commits));
        }
        Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? Optional.of(out) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /**
     * Writes an agent script outside of the repository and returns how a plan names it. Its calls are counted by folders
     * that it makes: one that is killed leaves nothing that others would wait for.
     */
    String agent(String name, String body) throws IOException {
        Path script = outside.resolve(name + ".sh");
        Files.writeString(script, """
                N=1
                while ! mkdir '%s'.$N 2>/dev/null; do N=$((N + 1)); done
                PROMPT=$(cat)
                OUT='%s'
                echo "$PROMPT" > '%s'.$N
                %s
                """.formatted(
                        outside.resolve(name + ".call"), outside, outside.resolve(name + ".prompt"), body));
        return name + ": {command: [sh, '" + script + "']}";
    }

    int calls(String agent) throws IOException {
        try (Stream<Path> made = Files.list(outside)) {
            return (int) made.filter(file -> file.getFileName().toString().startsWith(agent + ".call."))
                    .count();
        }
    }

    String prompt(String agent, int call) throws IOException {
        return Files.readString(outside.resolve(agent + ".prompt." + call));
    }

    EngineSetup setup() {
        return setup(home);
    }

    /** Of a program with a folder of its own. */
    EngineSetup setup(Path itsHome) {
        return EngineSetup.embedded(store, itsHome, Config.EMPTY, new TreeMap<>(System.getenv()))
                .beating(Duration.ofMillis(500), Duration.ofMillis(50))
                .limits(new ProcessLimits(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofMillis(200)))
                .listener(this::heard);
    }

    private void heard(Recorded recorded) {
        boolean over = recorded.event() instanceof RunEvent.RunFinished
                || recorded.event() instanceof RunEvent.RunStopped
                || (recorded.event() instanceof RunEvent.RunPaused paused
                        && paused.resumeAt().isEmpty())
                || recorded.event() instanceof dev.mulligan.record.QuestionEvent.QuestionAsked;
        if (over) {
            latch(recorded.runId()).countDown();
        }
    }

    private CountDownLatch latch(String runId) {
        return pauses.computeIfAbsent(runId, _ -> new CountDownLatch(1));
    }

    void await(String runId) throws InterruptedException {
        await(runId, 0);
    }

    /** Big runs may take longer. */
    void await(String runId, int steps) throws InterruptedException {
        assertThat(latch(runId).await(60L + 3L * steps, TimeUnit.SECONDS))
                .as(() -> "the run did not end: " + types(runId))
                .isTrue();
        pauses.remove(runId);
    }

    RunOrder order(String plan) {
        return new RunOrder("plan.yaml", plan, root, List.of(), List.of(), false);
    }

    /** Runs a plan to its end and returns the run's name. */
    String run(String plan) throws InterruptedException {
        return run(order(plan));
    }

    String run(RunOrder order) throws InterruptedException {
        try (Engine engine = Engine.start(setup())) {
            String runId = engine.start(order);
            await(runId);
            return runId;
        }
    }

    List<Event> events(String runId) {
        return store.events(runId, 0, 100_000).stream().map(Recorded::event).toList();
    }

    List<String> types(String runId) {
        return events(runId).stream()
                .map(Event::type)
                .filter(type -> !type.equals("AgentChunk"))
                .toList();
    }

    <T extends Event> List<T> events(String runId, Class<T> type) {
        return events(runId).stream().filter(type::isInstance).map(type::cast).toList();
    }

    RunEvent.RunFinished end(String runId) {
        return events(runId, RunEvent.RunFinished.class).getLast();
    }

    String read(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    @Override
    public void close() {
        store.close();
    }
}
