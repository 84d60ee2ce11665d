package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs as a person types them. */
class RunCommandsTest {

    @TempDir
    Path folder;

    private Path plan;
    private List<String> place;

    @BeforeEach
    void project() throws IOException {
        Files.writeString(folder.resolve("agent.sh"), "cat > /dev/null; echo done >> work.txt\n");
        plan = folder.resolve("plan.yaml");
        Files.writeString(plan, """
                name: two
                agents: {coder: {command: [sh, '%s']}}
                verify: test -s work.txt
                steps:
                  - {id: first, prompt: Do it}
                  - {id: second, prompt: Do more, needs: [first]}
                """.formatted(folder.resolve("agent.sh")));
        place = List.of("--home", folder.resolve(".mulligan").toString());
    }

    private Cli run(String... arguments) {
        return Cli.run(Stream.concat(Stream.of(arguments), place.stream()).toArray(String[]::new));
    }

    @Test
    void aPlanIsRunAndItsStatusCanBeAsked() {
        Cli done = run("run", plan.toString(), "--json");
        JsonObject result = Json.parseObject(done.out().strip());

        assertThat(done.exit()).isZero();
        assertThat(result.truth("success")).contains(true);
        assertThat(done.err()).contains("✓ first").contains("✓ second").contains("passed");
        assertThat(run("status").out()).contains("passed").contains("second");
        assertThat(run("watch", result.text("runId", "")).out()).contains("✓ second");
    }

    @Test
    void aPausedRunSaysHowToGoOnAndDoes() {
        Cli paused = run("run", plan.toString(), "--pause-after", "first");
        assertThat(paused.exit()).isEqualTo(75);
        assertThat(paused.out()).contains("mulligan resume");

        assertThat(run("resume").exit()).isZero();
        assertThat(run("resume").err()).contains("there is no run to resume");
    }

    @Test
    void onlyWhatIsAskedForRuns() {
        assertThat(run("run", plan.toString(), "--only", "first").out())
                .contains("✓ first")
                .doesNotContain("second");
        assertThat(run("run", plan.toString(), "--from", "second").out())
                .contains("✓ second")
                .doesNotContain("✓ first");
    }

    @Test
    void aRunWithoutAStepIsNoPass() {
        Cli skipped = run("run", plan.toString(), "--skip", "first", "--skip", "second");
        assertThat(skipped.exit()).as(skipped.out()).isEqualTo(2);
        assertThat(skipped.err()).contains("leave no step to do", "first, second");
        assertThat(run("run", plan.toString(), "--only", "first", "--from", "second")
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void whatAKilledRunBeganInPlaceIsSettledBeforeAnotherStarts() throws Exception {
        Path project = Files.createDirectory(folder.resolve("plain"));
        Files.writeString(project.resolve("work.txt"), "mine\n");
        Path slow = Files.writeString(project.resolve("slow.yaml"), """
                name: slow
                agents: {coder: {command: [sh, -c, 'cat > /dev/null; echo half > work.txt; touch ../begun; sleep 60']}}
                steps: [{id: it, prompt: Do it, verify: 'true'}]
                """);
        Path other = Files.writeString(project.resolve("other.yaml"), """
                name: other
                agents: {coder: {command: [sh, -c, 'echo done > other.txt']}}
                steps: [{id: it, prompt: Do it, verify: test -s other.txt}]
                """);
        KilledProgram.run(
                project, folder.resolve("begun"), List.of("run", slow.toString(), place.getFirst(), place.getLast()));

        Cli refused = run("run", other.toString());
        assertThat(refused.exit()).as(refused.out()).isEqualTo(2);
        assertThat(refused.err()).contains("worked in it in place when its program was killed", "mulligan cancel ");
        assertThat(project.resolve("work.txt")).hasContent("half");

        String id = refused.err().replaceAll("(?s).*mulligan cancel (\\S+)`.*", "$1");
        assertThat(run("cancel", id).exit()).isZero();
        assertThat(project.resolve("work.txt")).hasContent("mine");
        assertThat(run("run", other.toString()).exit()).isZero();
    }

    @Test
    void mistakesAreSaidInWords() {
        assertThat(run("run", plan.toString(), "--skip", "third").err())
                .contains("the plan has no such step")
                .contains("first, second");
        assertThat(run("run", "missing.yaml").exit()).isEqualTo(2);
        assertThat(run("resume", "nothing").err()).contains("there is no run nothing");
        assertThat(run("retry", "nothing", "first").err()).contains("there is no run nothing");
        assertThat(run("answer", "q-1", "yes").err()).contains("there is no question q-1");
        assertThat(run("watch").err()).contains("there are no runs yet");
    }

    @Test
    void theDemoMendsTheBugThroughEveryLayerAndItsTraceSaysSo() throws IOException {
        Path kept = folder.resolve("demo");
        Cli demo = Cli.run("demo", "--no-serve", "--keep", kept.toString());

        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        assertThat(Files.readString(kept.resolve("cart.sh"))).contains("(100 - $3)");
        Path run;
        try (Stream<Path> runs = Files.list(kept.resolve(".mulligan/runs"))) {
            run = runs.findFirst().orElseThrow();
        }
        List<Recorded> trace = TraceReader.all(run.resolve("trace.jsonl"));
        Set<String> types = trace.stream().map(Recorded::type).collect(Collectors.toSet());
        assertThat(types).contains("PatchApplyFailed", "RepairAttempted", "RunEscalated", "CandidateGenerated");
        JsonObject summary = Json.parseObject(Files.readString(run.resolve("summary.json")));
        assertThat(trace.getLast().event()).isInstanceOfSatisfying(RunFinished.class, end -> {
            assertThat(summary.truth("success")).contains(end.success());
            assertThat(summary.number("costMicros")).hasValue(end.costMicros());
        });
        assertThat(demo.out()).contains("The provider failed 2 of");
    }
}
