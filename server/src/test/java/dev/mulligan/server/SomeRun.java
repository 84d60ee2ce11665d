package dev.mulligan.server;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AdaptEvent;
import dev.mulligan.record.AttemptEvent;
import dev.mulligan.record.CandidateEvent;
import dev.mulligan.record.DiagnosisEvent;
import dev.mulligan.record.PatchEvent;
import dev.mulligan.record.QuestionEvent;
import dev.mulligan.record.RunEvent;
import dev.mulligan.record.StepEvent;
import dev.mulligan.record.VerificationEvent;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run as the orchestrator would record it: one step passes, one needs candidates and a diagnosis, one waits for a person. */
final class SomeRun {

    static final String ID = "run-20260131-1";

    private final String id;
    private final List<Recorded> events = new ArrayList<>();
    private Instant at;

    private SomeRun(String id, Instant at) {
        this.id = id;
        this.at = at;
    }

    static void into(EventStore store, Path runFolder) throws IOException {
        Path patches = Files.createDirectories(runFolder.resolve(ID).resolve("patches"));
        for (int n = 1; n <= 2; n++) {
            Files.writeString(
                    patches.resolve("c" + n + ".diff"),
                    "--- a/src/parser.py\n+++ b/src/parser.py\n@@ -4,3 +4,3 @@ def parse(text):\n     tokens = split(text)\n"
                            + "-    return tokens[0]\n+    return tokens[0] if tokens else None  # " + n + "\n");
        }
        store.append(waiting(ID, Instant.now().minusSeconds(600)));
    }

    static List<Recorded> waiting(String id, Instant at) {
        SomeRun run = new SomeRun(id, at);
        run.tell();
        return run.events;
    }

    static List<Recorded> finished(String id, Instant at) {
        SomeRun run = new SomeRun(id, at);
        run.tell();
        run.add(new QuestionEvent.QuestionAnswered("q-" + id, "Go on", "somebody"));
        run.add(new RunEvent.RunFinished(true, "passed", 3, 0, 126_000, 240_000));
        return run.events;
    }

    private void add(Event event) {
        at = at.plusSeconds(9);
        events.add(new Recorded(id, events.size() + 1L, at, event));
    }

    private void attempt(String step, int number, boolean success) {
        Failure failure = Failure.of(
                FailureType.TOOL_FAILURE,
                true,
                "test_empty: IndexError: list index out of range (src/parser.py:5)",
                Action.REPHRASE,
                "explain");
        add(new AttemptEvent.AttemptStarted(
                step,
                "code",
                number,
                5,
                Optional.of("claude-sonnet-5-5"),
                Remedy.Simple.ADD_ERROR_CONTEXT,
                Optional.empty()));
        add(AttemptEvent.AttemptFinished.of(step, "code", number)
                .took(8200)
                .model(Optional.of("claude-sonnet-5-5"))
                .strategy(Optional.of(number == 1 ? "retry" : "add-context"))
                .ended(success ? Optional.empty() : Optional.of(failure.withSignature("sig-1")))
                .project("shop")
                .spent(new Usage(4200, 900, 0, 0), 21_000)
                .build());
    }

    private void verified(String step, int attempt, boolean passed) {
        add(VerificationEvent.VerificationFinished.of(step, attempt)
                .ended(passed, passed ? "passed" : "failed")
                .found(14, passed ? 0 : 1, passed ? "" : "sig-1")
                .took(2400)
                .summary(
                        passed
                                ? "14 passed in 2.1 s"
                                : "FAILED tests/test_parser.py::test_empty\n  IndexError: list index out of range\n1 failed, 13 passed")
                .build());
    }

    private static StepEvent.StepFinished passed(String step, int attempts, long millis, long micros) {
        return StepEvent.StepFinished.of(step, "code")
                .ended(true)
                .attempts(attempts)
                .took(millis)
                .cost(micros)
                .build();
    }

    private void tell() {
        add(new RunEvent.RunStarted("shop", "Mend the parser", "auto", "/workspace/shop", 3));
        add(new StepEvent.StepStarted("read-config", "code", "L2"));
        attempt("read-config", 1, true);
        verified("read-config", 1, true);
        add(passed("read-config", 1, 11_000, 21_000));
        add(new StepEvent.StepStarted("parse-empty", "code", "L2"));
        attempt("parse-empty", 1, false);
        verified("parse-empty", 1, false);
        add(new StepEvent.RepairAttempted("parse-empty", 1, "sig-1", false));
        attempt("parse-empty", 2, false);
        verified("parse-empty", 2, false);
        add(new RunEvent.RunEscalated("L2", "L3", "two repairs without progress", Optional.of("parse-empty")));
        add(new DiagnosisEvent.DiagnosisCompleted(
                "parse-empty",
                List.of("The tokeniser returns an empty list for an empty text.", "The caller expects None there."),
                3100));
        for (int n = 1; n <= 2; n++) {
            add(new CandidateEvent.CandidateGenerated(
                    "parse-empty", n, true, Optional.of("claude-sonnet-5-5"), "hypothesis " + n, Optional.empty()));
            add(new PatchEvent.PatchProposed(
                    "parse-empty",
                    n,
                    List.of("src/parser.py"),
                    2,
                    "patches/c" + n + ".diff",
                    Optional.empty(),
                    // The second is as if it were too long for an event.
                    n == 1
                            ? Optional.of("--- a/src/parser.py\n+++ b/src/parser.py\n@@ -1 +1 @@\n-x\n+y\n")
                            : Optional.empty()));
        }
        add(new CandidateEvent.CandidateSelected("parse-empty", 1, "smallest_passing", true));
        verified("parse-empty", 3, true);
        add(passed("parse-empty", 3, 96_000, 84_000));
        add(AdaptEvent.LearningRecorded.of("lr-" + id, "code")
                .failure("sig-1", "IndexError in parse() for empty text")
                .files(List.of("src/parser.py"))
                .tried(3, List.of("retry", "add-context"))
                .worked(Optional.of("Guard the first token before using it"))
                .hint("Test functions with empty input before calling a step done.")
                .build());
        add(new StepEvent.StepStarted("release-notes", "review", "L2"));
        add(new QuestionEvent.QuestionAsked(
                "q-" + id, "The release notes change the public API section. Go on?", List.of("Go on", "Stop"), ""));
        add(new RunEvent.RunPaused("a question waits for a person", Optional.empty()));
    }
}
