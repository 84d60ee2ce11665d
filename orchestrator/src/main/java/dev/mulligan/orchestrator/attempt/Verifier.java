package dev.mulligan.orchestrator.attempt;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.Environment;
import dev.mulligan.agent.Permissions;
import dev.mulligan.agent.Prompt;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.explain.Explainer;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolRun;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.outcome.ReviewVerdict;
import dev.mulligan.orchestrator.attempt.VerificationResult.Result;
import dev.mulligan.orchestrator.plan.VerifySpec;
import dev.mulligan.orchestrator.run.AttemptListener;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.Machine;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Runs what a plan's {@code verify} says. All of it must pass, and something must really have been checked. */
public final class Verifier {

    private static final String EVERYTHING = "*";
    private static final int MOST_NOTE_CHARS = 24_000;

    private final Map<String, String> environment;
    private final ProcessLimits limits;
    private final Function<String, Agent> agents;
    private final Classifier classifier;
    private final AttemptListener listener;
    private final Machine.Commands commands;
    private final Explainer explainer = Explainer.standard();

    /** @param declared names of variables that the plan's checks need beyond the usual ones; a star for all */
    public Verifier(
            Map<String, String> environment,
            List<String> declared,
            ProcessLimits limits,
            Function<String, Agent> agents,
            Classifier classifier,
            AttemptListener listener,
            Machine.Commands commands) {
        this.environment = declared.contains(EVERYTHING)
                ? Environment.forCommand(environment)
                : Environment.forVerifier(environment, declared);
        this.limits = limits;
        this.agents = agents;
        this.classifier = classifier;
        this.listener = listener;
        this.commands = commands;
    }

    /**
     * @param change what a reviewing agent is shown
     */
    public VerificationResult verify(Optional<VerifySpec> spec, Path folder, String task, String change)
            throws InterruptedException {
        long from = System.nanoTime();
        if (spec.isEmpty()) {
            return new VerificationResult(
                    Result.NO_EVIDENCE, "", Set.of(), 0, "nothing verifies this step: give it verify:", "", 0);
        }
        int tests = 0;
        Optional<String> said = Optional.empty();
        for (String command : spec.get().commands()) {
            listener.started(command);
            ProcessResult ended =
                    commands.run(command, folder, environment, limits, (stream, line) -> listener.line(line));
            Explanation explained =
                    explainer.explain(new ToolRun(command, ended.exitCode(), ended.stdout(), ended.stderr()));
            listener.ended(ended, explained);
            said = Optional.of(ended.stdout());
            tests += explained.tests().ran().orElse(0);
            if (ended.ending() != ProcessEnding.EXITED || ended.exitCode().orElse(-1) != 0) {
                return failed(command, ended, explained, tests, millisSince(from));
            }
            Optional<String> doubt = doubt(spec.get().evidence(), command, explained.tests());
            if (doubt.isPresent()) {
                return new VerificationResult(
                        Result.NO_EVIDENCE,
                        "",
                        Set.of(),
                        0,
                        doubt.get(),
                        explained.actionable(MOST_NOTE_CHARS),
                        millisSince(from));
            }
        }
        if (spec.get().evidence() == VerifySpec.Evidence.VERDICT && said.isPresent()) {
            ReviewVerdict verdict = ReviewVerdict.parse(said.get());
            if (!(verdict instanceof ReviewVerdict.Pass)) {
                return judged("the review", verdict, said.get(), tests, millisSince(from));
            }
        }
        if (spec.get().reviewer().isPresent()) {
            return reviewed(spec.get().reviewer().get(), folder, task, change, tests, from);
        }
        String summary = tests == 0 ? "" : tests == 1 ? "1 test passed" : tests + " tests passed";
        return new VerificationResult(Result.PASSED, "", Set.of(), tests, summary, "", millisSince(from));
    }

    /** Why an exit code of 0 proves nothing, if it does not. */
    private static Optional<String> doubt(VerifySpec.Evidence evidence, String command, TestCount tests) {
        if (evidence != VerifySpec.Evidence.TESTS) {
            return Optional.empty();
        }
        if (tests.noEvidence()) {
            return Optional.of("`" + command + "` passed, but no test ran: that proves nothing");
        }
        int failed = tests.failed().orElse(0);
        return failed == 0
                ? Optional.empty()
                : Optional.of("`" + command + "` ended with 0, but its output tells of "
                        + (failed == 1 ? "a test" : failed + " tests")
                        + " that failed. A pipe hides the exit code: set -o pipefail shows it");
    }

    private VerificationResult failed(
            String command, ProcessResult ended, Explanation explained, int tests, long millis) {
        String how = switch (ended.ending()) {
            case EXITED -> "";
            case TIMED_OUT -> "`" + command + "` took too long and was ended. ";
            case SILENT -> "`" + command + "` printed nothing for too long and was ended. ";
            case CANCELLED, TOOL_TIMED_OUT, TOOL_FAILED -> "`" + command + "` was cancelled. ";
            case NOT_STARTED -> "`" + command + "` could not be started. ";
        };
        Set<String> failing = new LinkedHashSet<>(explained.failing());
        if (failing.isEmpty()) {
            failing.add(explained.signature().isEmpty() ? command : explained.signature());
        }
        return new VerificationResult(
                Result.FAILED,
                explained.signature().isEmpty() ? command : explained.signature(),
                failing,
                tests,
                how + explained.summary(),
                how + explained.actionable(MOST_NOTE_CHARS),
                millis,
                elsewhere(command, ended, explained));
    }

    /** A cause that passes by itself, where the command does not say what is wrong with the work. */
    private Optional<Failure> elsewhere(String command, ProcessResult ended, Explanation explained) {
        boolean namesTests =
                explained.errors().stream().anyMatch(error -> error.test().isPresent());
        if (ended.ending() != ProcessEnding.EXITED || namesTests) {
            return Optional.empty();
        }
        Verdict verdict = classifier.classify(new Evidence.Exited(
                command, ended.exitCode(), Optional.empty(), ended.stdout(), ended.stderr(), Optional.empty()));
        return verdict instanceof Verdict.Failed failed && failed.failure().retryable()
                ? Optional.of(failed.failure())
                : Optional.empty();
    }

    private VerificationResult reviewed(String name, Path folder, String task, String change, int tests, long from)
            throws InterruptedException {
        Agent agent = agents.apply(name);
        AgentResult result = agent.run(
                AgentTask.of(Prompt.first(reviewPrompt(task, change)), folder)
                        .permitted(Permissions.READ_ONLY)
                        .recordedIn(EngineSetup.processRecords())
                        .within(limits),
                OutputListener.NOBODY);
        boolean ended = result.ended().ending() == ProcessEnding.EXITED
                && result.ended().exitCode().orElse(-1) == 0;
        ReviewVerdict verdict = ended
                ? ReviewVerdict.parse(result.reply())
                : new ReviewVerdict.Unclear("the reviewer " + name + " did not end well");
        return judged("the reviewer " + name, verdict, result.reply(), tests, millisSince(from));
    }

    private static VerificationResult judged(String who, ReviewVerdict verdict, String text, int tests, long millis) {
        return switch (verdict) {
            case ReviewVerdict.Pass _ ->
                new VerificationResult(Result.PASSED, "", Set.of(), tests, who + " passed it", "", millis);
            case ReviewVerdict.Fail fail ->
                new VerificationResult(
                        Result.FAILED,
                        "review: " + fail.reason(),
                        Set.of("review: " + fail.reason()),
                        tests,
                        who + " refused it: " + fail.reason(),
                        "The reviewer refused the change: " + fail.reason() + "\n" + text,
                        millis);
            case ReviewVerdict.Unclear unclear ->
                new VerificationResult(Result.NO_EVIDENCE, "", Set.of(), tests, unclear.reason(), "", millis);
        };
    }

    private static String reviewPrompt(String task, String change) {
        return "Review this change. The task was:\n" + task + "\n\nThe change:\n" + change
                + "\n\nAnswer with JSON {\"verdict\": \"pass\"} or {\"verdict\": \"fail\", \"reason\": \"…\"} and nothing"
                + " else. Change no file.";
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
