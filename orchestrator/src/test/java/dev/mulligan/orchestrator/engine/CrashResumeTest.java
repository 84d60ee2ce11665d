package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.Event;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A six-step run is killed right after one of its events, for one event after the other, and resumed. The suite takes
 * some of them; {@code -Dmulligan.boundaries=1} takes all.
 */
class CrashResumeTest {

    private static final int EVERY = Integer.getInteger("mulligan.boundaries", 31);
    private static final int MOST_EVENTS = 200;

    @TempDir
    Path folder;

    @Test
    void aRunKilledAfterAnyEventIsResumedAndNoStepIsDoneTwice() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        AtomicInteger next = new AtomicInteger(1 + EVERY / 3);
        AtomicInteger end = new AtomicInteger(MOST_EVENTS);
        Callable<Boolean> places = () -> {
            for (int deadly = next.getAndAdd(EVERY); deadly < end.get(); deadly = next.getAndAdd(EVERY)) {
                int events = survives(folder.resolve("at-" + deadly), deadly);
                end.accumulateAndGet(events, Math::min);
                tried.addAndGet(deadly < events ? 1 : 0);
            }
            return true;
        };
        // Two at a time: each waits for its agents most of the time.
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<Boolean> done : threads.invokeAll(List.of(places, places))) {
                assertThat(done.get()).isTrue();
            }
        }
        System.out.println("killed and resumed at " + tried + " places");
        assertThat(tried.get()).isGreaterThan(3);
    }

    /** A number of events that a run which nobody kills does not reach. */
    private static int survives(Path at, int deadly) throws IOException, InterruptedException {
        Path store = at.resolve("store.db");
        try (Scene scene = new Scene(at, at.resolve("unused.db").toString())) {
            scene.file("notes.txt", "start\n").file(".gitignore", "ignored\n").commit();
            scene.file("staged.txt", "staged\n");
            scene.git("add", "staged.txt");
            scene.file("untracked.txt", "mine\n");
            StringBuilder plan = new StringBuilder("name: six\nagents: {"
                    + scene.agent(
                            "coder",
                            "for s in a b c d e f; do case \"$PROMPT\" in *\"Write $s.\"*)"
                                    + " if [ ! -e \"" + scene.outside + "/bad-$s\" ]; then : > \"" + scene.outside
                                    + "/bad-$s\"; echo wrong >> notes.txt; else echo $s >> notes.txt; fi;; esac; done")
                    + "}\nsteps:\n");
            String before = "";
            for (String step : List.of("a", "b", "c", "d", "e", "f")) {
                plan.append("  - {id: ").append(step).append(", prompt: Write ").append(step);
                plan.append("., verify: 'grep -qx ")
                        .append(step)
                        .append(" notes.txt'")
                        .append(before)
                        .append("}\n");
                before = ", needs: [" + step + "]";
            }
            Files.writeString(scene.outside.resolve("plan.yaml"), plan);
            String head = scene.git("rev-parse", "HEAD");
            String index = scene.git("ls-files", "--stage");

            int exit = CrashProgram.start(scene.root, store, deadly);
            if (exit == 0) {
                return deadly;
            }
            assertThat(exit).as("killed after event " + deadly).isEqualTo(137);
            assertThat(CrashProgram.start(scene.root, store, 0))
                    .as("resumed after event " + deadly)
                    .isZero();

            int events;
            try (EventStore opened = EventStore.open(store.toString())) {
                String runId = opened.flows().newest(1).getFirst().runId();
                List<Recorded> recorded = opened.events(runId, 0, 10_000);
                List<Event> told = recorded.stream().map(Recorded::event).toList();
                assertThat(told.stream().filter(StepFinished.class::isInstance).map(e -> ((StepFinished) e).stepId()))
                        .as("killed after event " + deadly)
                        .containsExactly("a", "b", "c", "d", "e", "f");
                assertThat(told.getLast())
                        .isInstanceOfSatisfying(
                                RunFinished.class,
                                end -> assertThat(end.success()).isTrue());
                assertThat(recorded.stream().map(Recorded::seq))
                        .doesNotHaveDuplicates()
                        .isSorted();
                assertThat(TraceReader.all(
                                scene.home.resolve("runs").resolve(runId).resolve("trace.jsonl")))
                        .as("the trace has every event once, killed after event " + deadly)
                        .hasSameSizeAs(recorded);
                events = recorded.size();
            }
            assertThat(scene.read("notes.txt").lines().filter(line -> line.length() == 1))
                    .as("killed after event " + deadly)
                    .containsExactly("a", "b", "c", "d", "e", "f");
            assertThat(scene.git("rev-parse", "HEAD")).isEqualTo(head);
            assertThat(scene.git("ls-files", "--stage")).isEqualTo(index);
            assertThat(scene.read("untracked.txt")).isEqualTo("mine\n");
            return events;
        }
    }
}
