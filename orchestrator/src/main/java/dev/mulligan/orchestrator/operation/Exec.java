package dev.mulligan.orchestrator.operation;

import dev.mulligan.Attempt;
import dev.mulligan.FailureException;
import dev.mulligan.GaveUpException;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.ChildProcess;
import dev.mulligan.agent.Ended;
import dev.mulligan.agent.Environment;
import dev.mulligan.event.Secrets;
import dev.mulligan.explain.Explainer;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.ToolRun;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Classifier;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.time.InstantSource;
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

    private static final String NO_EVIDENCE = "exec.no-evidence";

    private final ExecOrder order;
    private final Classifier classifier;
    private final RetryExecutor executor;
    private final ExecListener listener;
    private final ExecMemory memory;
    private final ExecChooser chooser;
    private final ExecStory story;
    private final Explainer explainer = Explainer.standard();
    private final List<ExecReport.Try> tries;

    private @Nullable Repairs repairs;
    private @Nullable Explanation last;
    private @Nullable Explanation lastFailed;
    private int lastExit = -1;

    /** Knows nothing from before and keeps nothing. */
    public Exec(ExecOrder order, Classifier classifier, RetryExecutor executor, ExecListener listener) {
        this(order, classifier, executor, listener, ExecMemory.NONE, ExecChooser.CAREFUL, InstantSource.system());
    }

    public Exec(
            ExecOrder order,
            Classifier classifier,
            RetryExecutor executor,
            ExecListener listener,
            ExecMemory memory,
            ExecChooser chooser,
            InstantSource clock) {
        this.order = order;
        this.classifier = classifier;
        this.executor = executor;
        this.listener = listener;
        this.memory = memory;
        this.chooser = chooser;
        this.story = new ExecStory(order, memory, clock);
        this.tries = new ArrayList<>(order.earlier());
    }

    public ExecReport run() throws IOException {
        boolean fixes = order.fixer().isPresent() && order.kind().isFixable();
        if (fixes) {
            repairs = new Repairs(order, order.fixer().get(), memory, chooser, listener);
        }
        RetryPolicy policy = order.kind().policy(order.maxAttempts());
        int left = Math.max(1, policy.maxAttempts() - order.earlier().size());
        Recovery recovery = Recovery.of(policy.maxAttempts(left))
                .on(executor)
                .named("exec " + order.kind().wireName());
        story.begins();
        try {
            (fixes ? recovery.addingContext() : recovery).run(this::attempt);
            return report(true, Optional.empty());
        } catch (GaveUpException e) {
            boolean stopped = Thread.interrupted();
            if (repairs != null) {
                repairs.keepBest();
            }
            ExecReport report = report(false, Optional.of(e.failure()));
            if (stopped) {
                Thread.currentThread().interrupt();
            }
            return report;
        }
    }

    private Explanation attempt(Attempt attempt) throws IOException, InterruptedException {
        Optional<Repairs.Done> fix = Optional.empty();
        if (!attempt.isFirst() && repairs != null && lastFailed != null) {
            fix = Optional.of(repairs.repair(attempt, lastFailed, tries));
        }
        int number = order.earlier().size() + attempt.number();
        int of = order.earlier().size() + attempt.maxAttempts();
        Optional<String> strategy = fix.map(Repairs.Done::strategy);
        listener.attempt(number, of);
        story.tries(number, of, strategy);
        Ended ended = new ChildProcess(
                        order.command(),
                        order.workspace(),
                        Environment.forCommand(order.environment()),
                        order.limits(),
                        Optional.of(EngineSetup.processRecords()))
                .run("", (stream, line) -> listener.output(line));
        Explanation explained = explainer.explain(
                new ToolRun(String.join(" ", order.command()), ended.exitCode(), ended.stdout(), ended.stderr()));
        last = explained;
        lastExit = ended.exitCode().orElse(127);
        if (repairs != null) {
            repairs.settled();
        }
        tries.add(new ExecReport.Try(
                number,
                lastExit,
                explained.signature(),
                explained.failing().size(),
                Headline.of(explained),
                fix.map(Repairs.Done::note),
                strategy));
        memory.tried(List.copyOf(tries));
        Optional<Failure> failure = lastExit == 0 ? unproven(explained) : Optional.of(failure(ended, explained));
        story.tried(number, strategy, explained, failure);
        if (failure.isEmpty()) {
            return explained;
        }
        if (lastExit != 0) {
            lastFailed = explained;
            if (repairs != null) {
                repairs.remember(explained);
            }
            listener.failed(number, of, Secrets.redact(explained.summary()));
        }
        throw new FailureException(failure.get());
    }

    private Optional<Failure> unproven(Explanation explained) {
        return order.kind() == OperationKind.TEST && explained.tests().noEvidence()
                ? Optional.of(Failure.of(
                        FailureType.UNKNOWN,
                        false,
                        "the command passed, but no test ran: that proves nothing",
                        Action.STOP,
                        NO_EVIDENCE))
                : Optional.empty();
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
                ? Failure.of(FailureType.TOOL_FAILURE, false, Headline.of(explained), Action.REPHRASE, "exec.explained")
                : failure;
        return named.withSignature(explained.signature());
    }

    private ExecReport report(boolean success, Optional<Failure> failure) throws IOException {
        List<String> changed = repairs == null ? List.of() : repairs.changed();
        String rule = failure.map(Failure::rule).orElse("");
        String outcome = success ? "passed" : rule.equals(NO_EVIDENCE) ? "no_evidence" : "failed";
        story.ends(success, outcome, tries.size(), failure);
        Optional<String> learnt = story.learns(success, tries, Optional.ofNullable(lastFailed), changed);
        return new ExecReport(
                success,
                tries.size(),
                lastExit,
                Optional.ofNullable(last),
                failure.map(Failure::message).orElse(""),
                changed,
                tries,
                rule.equals(NO_EVIDENCE),
                rule.equals(Repairs.SKIPPED),
                learnt);
    }
}
