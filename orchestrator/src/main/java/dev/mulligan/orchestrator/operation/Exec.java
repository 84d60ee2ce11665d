package dev.mulligan.orchestrator.operation;

import dev.mulligan.Attempt;
import dev.mulligan.FailureException;
import dev.mulligan.GaveUpException;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.ChildProcess;
import dev.mulligan.agent.Ended;
import dev.mulligan.explain.Explainer;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.ToolError;
import dev.mulligan.explain.ToolRun;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Classifier;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.Checkpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command until it passes or another try is not worth it. Between tries a fixer changes the work; what it did is
 * judged by running the command again and by nothing else. A fix that makes things worse is taken back: the best tree
 * seen is the one that stays.
 */
public final class Exec {

    private final ExecOrder order;
    private final Classifier classifier;
    private final RetryExecutor executor;
    private final ExecListener listener;
    private final Explainer explainer = Explainer.standard();
    private final List<ExecReport.Try> tries = new ArrayList<>();

    private @Nullable Workspace workspace;
    private @Nullable Checkpoint original;
    private @Nullable Best best;
    private @Nullable Explanation last;
    private int lastExit = -1;
    private Optional<String> fixNote = Optional.empty();
    private Optional<String> problem = Optional.empty();

    /** The tree with the fewest failures so far. */
    private record Best(int failing, Checkpoint tree) {}

    public Exec(ExecOrder order, Classifier classifier, RetryExecutor executor, ExecListener listener) {
        this.order = order;
        this.classifier = classifier;
        this.executor = executor;
        this.listener = listener;
    }

    public ExecReport run() throws IOException {
        boolean fixes = order.fixer().isPresent() && order.kind().isFixable();
        if (fixes) {
            Workspace opened = Workspace.open(order.workspace());
            workspace = opened;
            original = opened.checkpoints().create("before " + order.kind().wireName());
        }
        Recovery recovery = Recovery.of(order.kind().policy(order.maxAttempts()))
                .on(executor)
                .named("exec " + order.kind().wireName());
        try {
            (fixes ? recovery.addingContext() : recovery).run(this::attempt);
            return report(true, "", false);
        } catch (GaveUpException e) {
            keepBest();
            return report(false, e.failure().message(), e.failure().rule().equals(NO_EVIDENCE));
        }
    }

    private static final String NO_EVIDENCE = "exec.no-evidence";

    private Explanation attempt(Attempt attempt) throws IOException, InterruptedException {
        if (!attempt.isFirst() && workspace != null && order.fixer().isPresent()) {
            fix(attempt, workspace);
        }
        listener.attempt(attempt.number(), attempt.maxAttempts());
        Ended ended = new ChildProcess(order.command(), order.workspace(), order.environment(), order.limits())
                .run("", (stream, line) -> listener.output(line));
        Explanation explained = explainer.explain(
                new ToolRun(String.join(" ", order.command()), ended.exitCode(), ended.stdout(), ended.stderr()));
        last = explained;
        lastExit = ended.exitCode().orElse(127);
        tries.add(new ExecReport.Try(
                attempt.number(),
                lastExit,
                explained.signature(),
                explained.failing().size(),
                explained.summary(),
                fixNote));
        fixNote = Optional.empty();
        if (lastExit == 0) {
            if (order.kind() == OperationKind.TEST && explained.tests().noEvidence()) {
                throw new FailureException(Failure.of(
                        FailureType.UNKNOWN,
                        false,
                        "the command passed, but no test ran: that proves nothing",
                        Action.STOP,
                        NO_EVIDENCE));
            }
            return explained;
        }
        remember(explained);
        Failure failure = failure(ended, explained);
        listener.failed(attempt.number(), attempt.maxAttempts(), explained.summary());
        throw new FailureException(failure);
    }

    private void fix(Attempt attempt, Workspace in) throws IOException, InterruptedException {
        Explanation failure = last;
        if (failure == null || order.fixer().isEmpty()) {
            return;
        }
        restoreBest(in);
        listener.fixing(order.fixer().get().name());
        Fixer.Fix fix = new Fixer(order, in)
                .fix(order.fixer().get(), failure, attempt.number(), attempt.maxAttempts(), problem);
        switch (fix) {
            case Fixer.Fix.Made made -> {
                problem = Optional.empty();
                String note = "changed " + String.join(", ", made.files())
                        + (made.diagnosis().isEmpty() ? "" : ": " + made.diagnosis());
                fixNote = Optional.of(note);
                listener.fixed(note);
            }
            case Fixer.Fix.Nothing nothing -> {
                problem = Optional.of(nothing.why());
                fixNote = Optional.of(nothing.why());
                listener.fixed(nothing.why());
            }
        }
    }

    private void remember(Explanation explained) throws IOException {
        if (workspace == null) {
            return;
        }
        int failing = Math.max(1, explained.failing().size());
        if (best == null || failing < best.failing()) {
            best = new Best(failing, workspace.checkpoints().create("best so far"));
        }
    }

    /** Each fix starts from the best tree, not from what a bad fix left behind. */
    private void restoreBest(Workspace in) throws IOException {
        if (best != null && !in.checkpoints().preview(best.tree().id()).isEmpty()) {
            in.checkpoints().restore(best.tree().id());
        }
    }

    private void keepBest() throws IOException {
        if (workspace != null) {
            restoreBest(workspace);
        }
    }

    private Failure failure(Ended ended, Explanation explained) {
        Verdict verdict = classifier.classify(new Evidence.Exited(
                String.join(" ", order.command()),
                ended.exitCode(),
                Optional.empty(),
                ended.stdout(),
                ended.stderr(),
                Optional.empty()));
        Failure failure = switch (verdict) {
            case Verdict.Failed failed -> failed.failure();
            case Verdict.NotAFailure odd ->
                Failure.of(FailureType.UNKNOWN, false, odd.message(), Action.STOP, odd.rule());
        };
        // A command that says what failed in the work is for the fixer, and says it better than any last line.
        boolean work = failure.type() == FailureType.UNKNOWN || failure.type() == FailureType.TOOL_FAILURE;
        Failure named = work && !explained.errors().isEmpty()
                ? Failure.of(FailureType.TOOL_FAILURE, false, headline(explained), Action.REPHRASE, "exec.explained")
                : failure;
        return named.withSignature(explained.signature());
    }

    private static String headline(Explanation explained) {
        ToolError first = explained.errors().getFirst();
        String where = first.test().or(first::place).map(place -> place + ": ").orElse("");
        int more = explained.errors().size() - 1;
        return where + first.message().lines().findFirst().orElse("") + (more == 0 ? "" : " (and " + more + " more)");
    }

    private ExecReport report(boolean success, String error, boolean noEvidence) throws IOException {
        List<String> changed = workspace == null || original == null
                ? List.of()
                : workspace.checkpoints().preview(original.id());
        return new ExecReport(
                success, tries.size(), lastExit, Optional.ofNullable(last), error, changed, tries, noEvidence);
    }
}
