package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.StepEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many steps at once leave nothing behind; {@code -Dmulligan.steps=200} for a real crowd. */
class ManyStepsTest {

    private static final int STEPS = Integer.getInteger("mulligan.steps", 12);

    @TempDir
    Path folder;

    @Test
    void stepsSideBySideLeaveNoThreadNoFileAndNoWorktree() throws Exception {
        try (Scene scene = new Scene(folder)) {
            scene.file("start.txt", "start\n").commit();
            // Not the scene's own way: its agents count their calls in one file, which a crowd tears.
            Path coder = Files.writeString(
                    scene.outside.resolve("coder.sh"),
                    "F=$(sed -n 's/.*Write \\([a-z0-9]*\\)\\..*/\\1/p'); echo $F > $F.txt\n");
            StringBuilder plan = new StringBuilder(
                    "name: many\nlevel: L1\nagents: {coder: {command: [sh, '" + coder + "']}}\nsteps:\n");
            for (int i = 0; i < STEPS; i++) {
                plan.append("  - {id: s").append(i).append(", prompt: Write s").append(i);
                plan.append("., verify: 'test -s s").append(i).append(".txt'}\n");
            }
            warmUp();
            long threads = threads();
            long files = openFiles();
            try (Engine engine = Engine.start(scene.setup().slots(32))) {
                String runId = engine.start(scene.order(plan.toString()));
                scene.await(runId, STEPS);
                assertThat(scene.end(runId).stepsPassed())
                        .as(() -> scene.events(runId, StepEvent.StepFinished.class).stream()
                                .filter(step -> !step.success())
                                .toList()
                                .toString())
                        .isEqualTo(STEPS);
            }
            for (int i = 0; i < STEPS; i++) {
                assertThat(scene.read("s" + i + ".txt")).isEqualTo("s" + i + "\n");
            }
            assertThat(scene.git("worktree", "list").lines()).hasSize(1);
            assertThat(threads()).as("threads").isLessThan(threads + 10);
            assertThat(openFiles()).as("open files").isLessThan(files + 40);
        }
    }

    private void warmUp() throws Exception {
        try (Scene scene = new Scene(folder.resolve("warm"))) {
            scene.file("a.txt", "a\n").commit();
            scene.run("name: w\nlevel: L1\nagents: {" + scene.agent("coder", "echo b > a.txt")
                    + "}\nsteps:\n  - {id: a, prompt: Do it, verify: 'true'}\n");
        }
    }

    /** Without those of the platform's own pools, which go by themselves after a while. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("ForkJoinPool")
                        && !thread.getName().startsWith("process reaper"))
                .count();
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
