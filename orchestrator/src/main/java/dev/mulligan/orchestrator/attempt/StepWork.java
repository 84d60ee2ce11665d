package dev.mulligan.orchestrator.attempt;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.escalate.Usage;
import dev.mulligan.orchestrator.advice.FailureAdviser;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.claim.LeaseCheck;
import dev.mulligan.orchestrator.claim.LeasedFolder;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.prompt.Prevention;
import dev.mulligan.orchestrator.prompt.PromptFrame;
import dev.mulligan.orchestrator.prompt.RunLessons;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.LeftoverProcesses;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Does the one thing that comes next for a step. */
public final class StepWork {

    private static final int MOST_PRODUCED = 8_000;

    private final EngineSetup setup;
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final RunLog log;
    private final LeaseCheck fence;
    private final BudgetCheck budget;
    private final ResultMerge finishing;
    private final FailureAdviser advising;

    public StepWork(EngineSetup setup, RunLog log, FailureAdviser advising, LeaseCheck fence, BudgetCheck budget) {
        this.advising = advising;
        this.setup = setup;
        this.log = log;
        this.fence = fence;
        this.budget = budget;
        this.finishing = new ResultMerge(fence, log.store());
    }

    public LeaseCheck fence() {
        return fence;
    }

    public StepRunner runner(StepScope scope) {
        ProcessLimits limits = limits(scope);
        Retries retries = new Retries(
                scope,
                new EscalationCosts(setup.config().confirm(), (from, to) -> estimate(scope, from, to)),
                setup.programs().machine().chance().getAsDouble());
        return new StepRunner(
                scope,
                new Coder(setup.config().classifier()),
                new Verifier(
                        LeftoverProcesses.marked(
                                setup.programs().environment(),
                                scope.runId(),
                                scope.step().id()),
                        scope.plan().env(),
                        retries.within(limits, Optional.empty(), log.clock().instant()),
                        scope.agents(),
                        setup.config().classifier(),
                        setup.watchers().attempts(),
                        setup.programs().machine().commands()),
                retries,
                limits,
                log.clock(),
                setup.watchers().attempts());
    }

    /** What one process may take: never longer than the time that the run's budget has left. */
    private ProcessLimits limits(StepScope scope) {
        Optional<Duration> most = scope.plan().budget().time();
        if (most.isEmpty()) {
            return setup.programs().limits();
        }
        Duration age = log.flows()
                .find(scope.runId())
                .map(flow -> Duration.between(flow.createdAt(), log.clock().instant()))
                .orElse(Duration.ZERO);
        Duration left = most.get().minus(age);
        Duration bound = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
        return bound.compareTo(setup.programs().limits().timeout()) < 0
                ? new ProcessLimits(
                        bound,
                        setup.programs().limits().silence(),
                        setup.programs().limits().grace())
                : setup.programs().limits();
    }

    /** Empty when the step is finished or stopped: then only its end remains to be recorded. */
    public Optional<CommandResult> perform(Claim claim, LiveEvents live, CandidateRound.Keeper keeper)
            throws IOException, InterruptedException {
        if (claim.over().isPresent()) {
            live.add(claim.over().get());
            String what = "the run's limit of " + claim.over().get().kind() + " is used up";
            return Optional.of(CommandResult.now(
                    new Happened(new StepInput.BudgetExceeded(what), "", ""), List.of(), Optional.empty()));
        }
        WorkFolder place = place(claim);
        boolean ended = false;
        try {
            Optional<CommandResult> done =
                    perform(claim, place, live, keeper).map(performed -> advising.after(claim, performed));
            ended = done.isEmpty();
            return done;
        } finally {
            if (claim.workspace().travels() || (ended && !claim.workspace().lasting())) {
                place.leave();
            }
        }
    }

    private Optional<CommandResult> perform(
            Claim claim, WorkFolder place, LiveEvents live, CandidateRound.Keeper keeper)
            throws IOException, InterruptedException {
        StepScope scope = claim.scope();
        Position position = claim.position();
        StepRunner runner = runner(scope);
        ReviewPanel panel = new ReviewPanel(
                scope,
                setup.programs().limits(),
                new Coder(setup.config().classifier()),
                runner,
                setup.programs().machine(),
                live);
        String start = claim.startTree();
        return switch (position.command()) {
            case StepCommand.Code _, StepCommand.Repair _ -> {
                fence.check(claim);
                WorkFolder.Brought from = place.bring(start, claim.left());
                RestoredFiles.tell(from, "an attempt starts over", live);
                StepRollback.tell(claim, live);
                PromptFrame known = PromptFrame.after(new RunLessons(log.store()).about(position));
                boolean anew = !(position.command() instanceof StepCommand.Repair repair) || repair.freshContext();
                PromptFrame before =
                        anew ? PromptFrame.after(new Prevention(log.store()).before(scope)) : PromptFrame.NONE;
                yield Optional.of(runner.run(
                        position,
                        place,
                        from.tree(),
                        claim.conversation(),
                        before.and(known)
                                .and(new StrategyEffect(scope, position)
                                        .wording(claim, place, log.store(), from.kept())),
                        produced(claim, place),
                        live));
            }
            case StepCommand.Check _ -> Optional.of(runner.check(position, place, live));
            case StepCommand.MakeCandidates round -> {
                CandidateRound made = new CandidateRound(
                        scope,
                        runner,
                        new Coder(setup.config().classifier()),
                        setup.programs().limits(),
                        log.clock(),
                        setup.programs().machine(),
                        keeper);
                yield happened(new StepInput.Candidates(made.run(round, position, claim.workspace(), start, live)));
            }
            case StepCommand.Review review ->
                happened(new StepInput.Ranked(
                        panel.review(review.candidates(), position, place.trees(), start, place.folder()), false));
            case StepCommand.Judge judge ->
                happened(new StepInput.Ranked(
                        panel.judge(judge.candidates(), judge.reason(), position, place.trees(), start, place.folder()),
                        true));
            case StepCommand.Diagnose diagnose ->
                happened(new StepInput.Diagnosed(panel.diagnose(diagnose.branches(), position, place.folder())));
            case StepCommand.Finish finish -> finishing.finish(claim, finish, place, runner, live);
            case StepCommand.Stop stop -> {
                finishing.stop(claim, stop, place, live);
                yield Optional.empty();
            }
        };
    }

    private WorkFolder place(Claim claim) throws IOException {
        if (claim.inPlace()) {
            return new LeasedFolder(claim.home(), fence, claim);
        }
        return claim.position().command() instanceof StepCommand.Finish finish
                ? claim.workspace().lastCopy(claim.copyName(), claim.endTree(finish))
                : claim.workspace().copy(claim.copyName(), claim.startTree());
    }

    /** What the last attempt changed, as far as that is worth seeing again. */
    private static Optional<String> produced(Claim claim, WorkFolder place) throws IOException {
        String last = claim.position().lastTree();
        if (last.isEmpty() || last.equals(claim.base())) {
            return Optional.empty();
        }
        String change = place.trees().between(claim.base(), last).text();
        return Optional.of(change.substring(0, Math.min(MOST_PRODUCED, change.length())));
    }

    private static Optional<CommandResult> happened(StepInput input) {
        return Optional.of(CommandResult.now(new Happened(input, "", ""), List.of(), Optional.empty()));
    }

    private static boolean isPaid(StepCommand command) {
        return !(command instanceof StepCommand.Finish) && !(command instanceof StepCommand.Stop);
    }

    /** The limit that keeps the command that is due from being paid for. */
    public Optional<BudgetExceeded> overBudget(Claim claim) {
        return isPaid(claim.position().command()) ? budget.over(claim) : Optional.empty();
    }

    /** From the tokens this step really used. */
    private Optional<CostEstimate> estimate(StepScope scope, String from, String to) {
        List<Usage> used = log.store().events(scope.runId(), 0, 100_000).stream()
                .map(recorded -> recorded.event())
                .filter(event -> event instanceof AttemptFinished finished
                        && finished.operationId().startsWith(scope.step().id() + "/"))
                .map(event -> ((AttemptFinished) event).usage())
                .toList();
        return setup.config()
                .allModels()
                .find(from)
                .flatMap(current ->
                        setup.config().allModels().find(to).map(target -> CostEstimate.next(current, target, used)));
    }
}
