package dev.mulligan.orchestrator.operation;

import dev.mulligan.Attempt;
import dev.mulligan.FailureException;
import dev.mulligan.adapt.Advice;
import dev.mulligan.adapt.Strategy;
import dev.mulligan.agent.Agent;
import dev.mulligan.event.AdaptEvent.StrategyApplied;
import dev.mulligan.event.AdaptEvent.StrategyRecommended;
import dev.mulligan.event.Secrets;
import dev.mulligan.event.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.explain.Explanation;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.Checkpoint;
import dev.mulligan.workspace.git.Checkpoints;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Changes the work between tries: takes advice, asks who decides, lets the fixer at it, keeps the best tree. */
final class Repairs {

    static final String ABORTED = "exec.aborted";
    static final String SKIPPED = "exec.skipped";
    private static final int MOST_LESSONS = 3;

    /** The tree with the fewest failures so far. */
    private record Best(int failing, String tree, Explanation seen) {}

    /** What was done: the strategy's name, and a line for the record. */
    record Done(String strategy, String note) {}

    private final ExecOrder order;
    private final Agent fixer;
    private final Workspace workspace;
    private final Checkpoint original;
    private final ExecMemory memory;
    private final ExecChooser chooser;
    private final ExecListener listener;
    private @Nullable Best best;
    private Optional<String> problem = Optional.empty();
    /** The files as the last fix and the command after it left them: what is changed later is not ours. */
    private String left;

    private final Set<String> changed = new TreeSet<>();

    Repairs(ExecOrder order, Agent fixer, ExecMemory memory, ExecChooser chooser, ExecListener listener)
            throws IOException {
        this.order = order;
        this.fixer = fixer;
        this.memory = memory;
        this.chooser = chooser;
        this.listener = listener;
        this.workspace = Workspace.open(order.workspace());
        this.original = workspace.checkpoints().create("before " + order.kind().wireName());
        this.left = original.tree();
    }

    Done repair(Attempt attempt, Explanation failure, List<ExecReport.Try> tries)
            throws IOException, InterruptedException {
        String stage = order.kind().wireName();
        Advice advice = memory.advise(stage, tries.size(), failure.signature());
        memory.happened(new StrategyRecommended(
                stage, advice.strategy(), tries.size(), advice.failureRate(), advice.samples(), advice.why()));
        return switch (chooser.choose(advice, Headline.of(failure))) {
            case ExecChooser.Choice.Abort abort -> throw stop(ABORTED, "given up by " + abort.by());
            case ExecChooser.Choice.Skip skip -> throw stop(SKIPPED, "skipped by " + skip.by());
            case ExecChooser.Choice.Use use -> {
                Strategy strategy = memory.config().strategy(use.strategy()).orElse(new Strategy.Retry());
                memory.happened(new StrategyApplied(stage, strategy.name(), tries.size(), use.by()));
                startFrom(strategy);
                yield new Done(strategy.name(), fix(attempt, shown(failure), strategy, tries));
            }
        };
    }

    private static FailureException stop(String rule, String why) {
        return new FailureException(Failure.of(FailureType.CANCELLED, false, why, Action.STOP, rule));
    }

    /** Each fix starts from the best tree, not from what a bad fix left behind; a rollback from the very first. */
    private void startFrom(Strategy strategy) throws IOException {
        if (strategy instanceof Strategy.Rollback) {
            List<String> files = workspace
                    .checkpoints()
                    .trees()
                    .between(original.tree(), left)
                    .files();
            if (!files.isEmpty() && chooser.mayRollBack(files)) {
                takeBack(original.tree(), "strategy rollback");
                best = null;
                return;
            }
        }
        keepBest();
    }

    /** What fails in the tree the fixer is about to see, which is not that of a fix that was taken back. */
    private Explanation shown(Explanation newest) {
        if (best == null || best.seen().equals(newest)) {
            return newest;
        }
        problem = Optional.of("it led to this, so it was taken back: " + Headline.of(newest));
        return best.seen();
    }

    private String fix(Attempt attempt, Explanation failure, Strategy strategy, List<ExecReport.Try> tries)
            throws IOException, InterruptedException {
        listener.fixing(fixer.name());
        var lessons = memory.lessons(failure.signature(), Headline.ofErrors(failure));
        Fixer.Fix fix = new Fixer(order, workspace, back -> tell(back, "a fix was taken back"))
                .fix(
                        fixer,
                        new FixRequest(
                                failure,
                                attempt.number(),
                                attempt.maxAttempts(),
                                problem,
                                strategy,
                                lessons.subList(0, Math.min(MOST_LESSONS, lessons.size())),
                                tries));
        String note = switch (fix) {
            case Fixer.Fix.Made made -> {
                problem = Optional.empty();
                changed.addAll(made.files());
                yield "changed " + String.join(", ", made.files())
                        + (made.diagnosis().isEmpty() ? "" : ": " + made.diagnosis());
            }
            case Fixer.Fix.Nothing nothing -> {
                problem = Optional.of(nothing.why());
                yield nothing.why();
            }
        };
        String shown = Secrets.redact(note);
        listener.fixed(shown);
        return shown;
    }

    void remember(Explanation explained) throws IOException {
        int failing = Math.max(1, explained.failing().size());
        if (best == null || failing < best.failing()) {
            best = new Best(
                    failing, workspace.checkpoints().create("best so far").tree(), explained);
        }
    }

    /** The command has ended: what the files are now is what the fix and it left. */
    void settled() throws IOException {
        left = workspace.checkpoints().snapshot();
    }

    void keepBest() throws IOException {
        if (best != null) {
            takeBack(best.tree(), "a fix that made it worse");
        }
    }

    /** Only what fixes changed, and nobody since. */
    private void takeBack(String to, String reason) throws IOException {
        tell(workspace.checkpoints().takeBack(to, left, "before " + reason + " was taken back"), reason);
        left = workspace.checkpoints().snapshot();
    }

    private void tell(Checkpoints.TakenBack back, String reason) {
        back.undo().ifPresent(undo -> {
            memory.happened(new RollbackPerformed(undo.id(), reason, back.files(), undo.id()));
            listener.takenBack(back.files(), back.kept(), undo.id());
        });
    }

    /** What fixes changed and still differs from the beginning. */
    List<String> changed() throws IOException {
        return workspace
                .checkpoints()
                .trees()
                .between(original.tree(), workspace.checkpoints().snapshot())
                .files()
                .stream()
                .filter(changed::contains)
                .toList();
    }
}
