package dev.mulligan.orchestrator.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.RetryExecutor;
import dev.mulligan.adapt.AdaptConfig;
import dev.mulligan.adapt.Advice;
import dev.mulligan.adapt.StageHistory;
import dev.mulligan.adapt.Strategy;
import dev.mulligan.agent.CommandAgent;
import dev.mulligan.agent.ProcessLimits;
import dev.mulligan.event.AttemptEvent.AttemptFinished;
import dev.mulligan.event.Event;
import dev.mulligan.event.StepEvent.StepFinished;
import dev.mulligan.event.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.failure.Classifier;
import dev.mulligan.learn.LearningRecord;
import dev.mulligan.learn.Lessons;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What exec knows from before, and what it leaves behind. The "tests" are a script, the fixer is a real process. */
@Timeout(120)
class ExecMemoryTest {

    private static final String CHECK = "if grep -q good state; then echo '1 passed'; else echo 'FAILED t.py::test_a -"
            + " assert 1 == 2'; cat state; exit 1; fi";

    @TempDir
    Path folder;

    private Path project;
    private final List<Event> events = new ArrayList<>();
    private final List<LearningRecord> learnt = new ArrayList<>();
    private List<Boolean> history = List.of();
    private int saved;

    @BeforeEach
    void aProject() throws IOException {
        project = Files.createDirectory(folder.resolve("p"));
        Files.writeString(project.resolve("state"), "bad\n");
    }

    private final class Remembering implements ExecMemory {
        @Override
        public List<Lessons.Lesson> lessons(String signature, String error) {
            return Lessons.about(signature, error, learnt, 3);
        }

        @Override
        public Advice advise(String stage, int failedAttempts, String signature) {
            return Advice.on(
                    stage, failedAttempts, new StageHistory(history, Map.of(), Map.of()), AdaptConfig.standard());
        }

        @Override
        public Optional<String> learn(LearningRecord r) {
            String id = "lr-" + (learnt.size() + 1);
            learnt.addFirst(new LearningRecord(
                    id,
                    r.at(),
                    r.stage(),
                    r.signature(),
                    r.error(),
                    r.files(),
                    r.attempts(),
                    r.tried(),
                    r.worked(),
                    r.category(),
                    r.hint()));
            return Optional.of(id);
        }

        @Override
        public void happened(Event event) {
            events.add(event);
        }

        @Override
        public void tried(List<ExecReport.Try> tries) {
            saved = tries.size();
        }
    }

    private ExecReport run(String fixer, ExecChooser chooser, List<ExecReport.Try> earlier) throws IOException {
        Map<String, String> environment = Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString());
        ExecOrder order = new ExecOrder(
                OperationKind.TEST,
                List.of("sh", "-c", CHECK),
                project,
                0,
                Optional.of(new CommandAgent("fixer", List.of("sh", "-c", fixer), environment, List.of())),
                Optional.empty(),
                List.of(),
                new ProcessLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofSeconds(1)),
                environment,
                "item",
                earlier);
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().time(new ManualTime()));
        return new Exec(
                        order,
                        Classifier.standard(),
                        executor,
                        ExecListener.NOBODY,
                        new Remembering(),
                        chooser,
                        InstantSource.system())
                .run();
    }

    private static ExecChooser use(Strategy strategy) {
        return ExecChooser.always(strategy, true);
    }

    @Test
    void whatWorkedBeforeIsToldFirstTheNextTime() throws IOException {
        ExecReport first = run("echo good > state; echo 'The state was bad.'", ExecChooser.CAREFUL, List.of());
        assertThat(first.success()).isTrue();
        assertThat(first.learningRecordId()).contains("lr-1");
        assertThat(learnt.getFirst().worked())
                .hasValueSatisfying(fix -> assertThat(fix).contains("The state was bad."));

        Files.writeString(project.resolve("state"), "bad\n");
        String knows = "if grep -q 'overcome before (lr-1).*The state was bad'; then echo good > state; fi; echo tried";
        assertThat(run(knows, ExecChooser.CAREFUL, List.of()).attempts()).isEqualTo(2);
    }

    @Test
    void aFixersClaimIsNoLessonButItsFailureIs() throws IOException {
        ExecReport report = run("echo worse > state; echo 'Fixed it, all green.'", ExecChooser.CAREFUL, List.of());
        assertThat(report.success()).isFalse();
        assertThat(report.learningRecordId()).isPresent();
        assertThat(learnt.getFirst().worked()).isEmpty();
        assertThat(learnt.getFirst().tried()).isNotEmpty();
        assertThat(events.stream().filter(AttemptFinished.class::isInstance)).hasSize(3);
        assertThat(events).anyMatch(event -> event instanceof StepFinished done && !done.success());
    }

    @Test
    void addedContextHoldsWhatEarlierTriesShowed() throws IOException {
        String fixer = "cat > ../seen-$(ls .. | grep -c seen); echo other-$RANDOM > state";
        run(fixer, use(new Strategy.AddContext()), List.of());
        String second = Files.readString(folder.resolve("seen-1"));
        assertThat(second).contains("failedOutput").contains("Attempt 1").contains("after the fix");
    }

    @Test
    void incrementalAsksForOneFailureOnly() throws IOException {
        run("cat > ../seen; echo x > state", use(new Strategy.Incremental()), List.of());
        assertThat(Files.readString(folder.resolve("seen")))
                .contains("one failure only")
                .contains("test_a");
    }

    @Test
    void rollbackReallyRestoresAndNeedsAWord() throws IOException {
        String adds = "if [ -f extra ]; then echo still > ../still; fi; touch extra; echo x >> state";
        run(adds, use(new Strategy.Rollback()), List.of());
        assertThat(folder.resolve("still")).doesNotExist();
        assertThat(events).anyMatch(ExecMemoryTest::isStrategy);
        events.clear();
        run(adds, ExecChooser.always(new Strategy.Rollback(), false), List.of());
        assertThat(events).noneMatch(ExecMemoryTest::isStrategy);
    }

    private static boolean isStrategy(Event event) {
        return event instanceof RollbackPerformed back && back.reason().equals("strategy rollback");
    }

    @Test
    void adviceDecidesWhereItIsTakenAndAPersonMayStopEarlier() throws IOException {
        history = List.of(false, false, false, false);
        ExecReport report = run("echo x > state", ExecChooser.ALWAYS, List.of());
        assertThat(report.tries().get(1).strategy()).contains("add-context");
        ExecChooser skips = new ExecChooser() {
            @Override
            public Choice choose(Advice advice, String failure) {
                return new Choice.Skip("person");
            }

            @Override
            public boolean mayRollBack(List<String> files) {
                return false;
            }
        };
        ExecReport skipped = run("echo x > state", skips, List.of());
        assertThat(skipped.attempts()).isEqualTo(1);
        assertThat(skipped.skipped()).isTrue();
    }

    @Test
    void triesOfAKilledOperationCount() throws IOException {
        ExecState state = new ExecState(folder, "item");
        List<ExecReport.Try> two = List.of(
                new ExecReport.Try(1, 1, "s", 1, "red", Optional.empty(), Optional.empty()),
                new ExecReport.Try(2, 1, "s", 1, "red", Optional.of("changed x"), Optional.of("retry")));
        state.save(OperationKind.TEST, "item", two);
        assertThat(state.load()).isEqualTo(two);
        ExecReport report = run("echo good > state", ExecChooser.CAREFUL, state.load());
        assertThat(report.attempts()).as("the third and last").isEqualTo(3);
        assertThat(saved).isEqualTo(3);
        state.done();
        assertThat(state.load()).isEmpty();
    }
}
