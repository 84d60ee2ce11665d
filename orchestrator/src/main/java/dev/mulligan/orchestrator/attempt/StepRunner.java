package dev.mulligan.orchestrator.attempt;

import dev.mulligan.Recovery;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.escalate.Money;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.prompt.Diagnosis;
import dev.mulligan.orchestrator.prompt.PromptFrame;
import dev.mulligan.orchestrator.prompt.Prompts;
import dev.mulligan.orchestrator.run.AttemptListener;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.PatchEvent.PatchApplied;
import dev.mulligan.record.PatchEvent.PatchApplyFailed;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.record.StepEvent.IterationStarted;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.VerificationEvent.VerificationStarted;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out one {@code Code} or {@code Repair}: the agent works, the change is looked at, the verifier speaks. */
public final class StepRunner {

    private final StepScope scope;
    private final Coder coder;
    private final Verifier verifier;
    private final Retries retries;
    private final ProcessLimits limits;
    private final InstantSource clock;
    private final AttemptListener listener;

    StepRunner(
            StepScope scope,
            Coder coder,
            Verifier verifier,
            Retries retries,
            ProcessLimits limits,
            InstantSource clock,
            AttemptListener listener) {
        this.scope = scope;
        this.coder = coder;
        this.verifier = verifier;
        this.retries = retries;
        this.limits = limits;
        this.clock = clock;
        this.listener = listener;
    }

    /** The name of what is tried, under which its attempts are counted. */
    static String operation(StepScope scope, StepCommand command) {
        String id = scope.step().id();
        return switch (command) {
            case StepCommand.Check _ -> id + "/check";
            case StepCommand.Code _ -> id + "/code";
            case StepCommand.Repair repair -> id + "/repair-" + repair.iteration();
            case StepCommand.MakeCandidates round -> id + "/round-" + round.round();
            case StepCommand.Review _ -> id + "/review";
            case StepCommand.Judge _ -> id + "/judge";
            case StepCommand.Diagnose _ -> id + "/diagnose";
            case StepCommand.Finish _, StepCommand.Stop _ -> id + "/end";
        };
    }

    /** Facts to record before the agent starts. */
    public List<Event> announce(Position position) {
        List<Event> events = new ArrayList<>();
        String id = scope.step().id();
        boolean firstTry = position.episode().isEmpty();
        if (firstTry && position.command() instanceof StepCommand.Code) {
            events.add(new IterationStarted(id, 1));
        }
        if (firstTry && position.command() instanceof StepCommand.Repair repair) {
            events.add(new IterationStarted(id, repair.iteration() + 1));
            String signature = position.state().seen().isEmpty()
                    ? ""
                    : position.state().seen().getLast();
            events.add(new RepairAttempted(id, repair.iteration(), signature, repair.freshContext()));
        }
        events.add(new AttemptStarted(
                operation(scope, position.command()),
                scope.step().action(),
                position.episode().failures() + 1,
                scope.policy().maxAttempts(),
                position.command() instanceof StepCommand.Check ? Optional.empty() : model(position),
                position.remedy(),
                new StrategyEffect(scope, position).name()));
        return events;
    }

    private Optional<String> model(Position position) {
        return new StrategyEffect(scope, position)
                .model()
                .or(position.tries()::model)
                .or(scope::firstModel);
    }

    /**
     * @param wording what is said around the task, such as what worked before on this failure
     * @param produced the change that failed, if there was one
     */
    CommandResult run(
            Position position,
            WorkFolder place,
            String startTree,
            String conversation,
            PromptFrame wording,
            Optional<String> produced,
            LiveEvents live)
            throws IOException, InterruptedException {
        Instant from = clock.instant();
        String operation = operation(scope, position.command());
        int attempt = position.episode().failures() + 1;
        int serial = position.attempts() + 1;
        AgentTask task = task(position, place, conversation, wording, produced);
        Agent agent = scope.agents().apply(scope.agentSpec().name());
        AttemptResult coded = coder.code(agent, task, place, startTree, Coder.Paths.of(scope.step()), operation, live);
        if (!(coded instanceof AttemptResult.Failed) && !position.episode().isEmpty()) {
            // The agent has done its work at last; what that is worth is the verifier's to say.
            live.addAtEnd(new RetrySucceeded(operation, attempt));
        }
        return switch (coded) {
            case AttemptResult.Failed failed
            when failed.failure().rule().equals(Coder.MISSING) ->
                CommandResult.now(
                        new Happened(
                                new StepInput.AgentMissing(failed.failure().message()),
                                failed.failure().message(),
                                ""),
                        List.of(finished(
                                operation, attempt, task, failed.result(), from, Optional.of(failed.failure()))),
                        Optional.empty());
            case AttemptResult.Failed failed -> {
                CommandResult next =
                        retries.afterAgent(operation, position, task.model(), failed.failure(), from, clock.instant());
                yield with(
                        next, finished(operation, attempt, task, failed.result(), from, Optional.of(failed.failure())));
            }
            case AttemptResult.Unusable unusable ->
                unusable.kind().equals("NO_CHANGE") && !scope.changeExpected()
                        ? verified(
                                position,
                                operation,
                                attempt,
                                serial,
                                task,
                                unusable.result(),
                                place,
                                startTree,
                                "",
                                from,
                                live)
                        : unusable(operation, attempt, serial, task, unusable, from, live);
            case AttemptResult.Changed changed -> {
                String artifact = scope.folder()
                        .patch(
                                scope.step().id() + "-" + serial + ".diff",
                                changed.patch().text());
                Optional<String> diagnosis = Diagnosis.in(changed.result().reply());
                listener.changed(changed.patch().files(), diagnosis);
                live.add(new PatchProposed(
                        scope.step().id(),
                        serial,
                        changed.patch().files(),
                        changed.patch().lines(),
                        artifact,
                        diagnosis,
                        Optional.of(changed.patch().text())));
                live.add(new PatchApplied(
                        scope.step().id(), serial, changed.patch().files(), changed.rung()));
                yield verified(
                        position,
                        operation,
                        attempt,
                        serial,
                        task,
                        changed.result(),
                        place,
                        changed.tree(),
                        changed.patch().text(),
                        from,
                        live);
            }
        };
    }

    /** The verifier before any agent. What passes by itself is waited for; only what does not is for an agent. */
    CommandResult check(Position position, WorkFolder place, LiveEvents live) throws IOException, InterruptedException {
        Instant from = clock.instant();
        String operation = operation(scope, position.command());
        int attempt = position.episode().failures() + 1;
        VerificationResult checked = verify(place, position.attempts() + 1, "", live);
        Instant now = clock.instant();
        Failure failure = retries.named(checked);
        AttemptFinished finished = AttemptFinished.of(operation, scope.step().action(), attempt)
                .ended(checked.passed() ? Optional.empty() : Optional.of(failure))
                .took(Duration.between(from, now).toMillis())
                .project(scope.plan().project())
                .build();
        if (checked.passed() && !position.episode().isEmpty()) {
            live.addAtEnd(new RetrySucceeded(operation, attempt));
        }
        if (retries.mayPass(checked, failure)) {
            CommandResult next = retries.afterCheck(operation, position, failure, from, now);
            boolean mend =
                    next.entry() instanceof Happened && scope.plan().loop().maxIterations() > 0;
            if (!mend) {
                return with(next, finished);
            }
            live.add(finished);
            next.events().forEach(live::add);
            return CommandResult.now(new Happened(checked.input(), checked.note(), ""), List.of(), Optional.empty());
        }
        return CommandResult.now(
                new Happened(checked.input(), checked.note(), ""), List.of(finished), Optional.empty());
    }

    /** For calls that are waited for on this thread: the same policy, ladder and confirmation as everywhere. */
    Recovery recovery(String operation, Optional<String> model) {
        return retries.recovery(operation, model);
    }

    /** Whether a person must be asked before this model is used instead of that one. */
    boolean mustAsk(String from, String to) {
        return scope.order().attended() && retries.mustAsk(from, to);
    }

    ModelEscalated escalated(String operation, String from, String to) {
        return retries.escalated(operation, from, to);
    }

    private AgentTask task(
            Position position, WorkFolder place, String conversation, PromptFrame wording, Optional<String> produced) {
        AgentTask task = AgentTask.of(new Prompts(scope).of(position, wording, produced), place.folder())
                .permitted(scope.agentSpec().permissions())
                .bounding(scope.tools())
                .environment(scope.environment(position.attempts() + 1))
                .recordedIn(EngineSetup.processRecords())
                .within(retries.within(limits, position.since(), clock.instant()));
        boolean fresh = position.command() instanceof StepCommand.Repair repair && repair.freshContext();
        boolean sameFiles = position.bestTree().equals(position.lastTree());
        if (!conversation.isEmpty() && !fresh && sameFiles && position.episode().isEmpty()) {
            task = task.resuming(conversation);
        }
        AgentTask whole = model(position).map(task::model).orElse(task);
        return new StrategyEffect(scope, position)
                .temperature()
                .map(whole::temperature)
                .orElse(whole);
    }

    private CommandResult unusable(
            String operation,
            int attempt,
            int serial,
            AgentTask task,
            AttemptResult.Unusable unusable,
            Instant from,
            LiveEvents live) {
        listener.refused(unusable.problem());
        live.add(new PatchApplyFailed(scope.step().id(), serial, unusable.kind(), unusable.file(), unusable.problem()));
        Failure failure = Failure.of(
                        FailureType.TOOL_FAILURE,
                        false,
                        firstLine(unusable.problem()),
                        Action.REPHRASE,
                        "run.not-applied")
                .withSignature(unusable.kind());
        return CommandResult.now(
                new Happened(new StepInput.NotApplied(unusable.problem()), unusable.problem(), ""),
                List.of(finished(operation, attempt, task, unusable.result(), from, Optional.of(failure))),
                unusable.result().conversation());
    }

    private CommandResult verified(
            Position position,
            String operation,
            int attempt,
            int serial,
            AgentTask task,
            AgentResult result,
            WorkFolder place,
            String tree,
            String change,
            Instant from,
            LiveEvents live)
            throws IOException, InterruptedException {
        VerificationResult checked = verify(place, serial, change, live);
        Optional<Failure> failure = checked.passed() ? Optional.empty() : Optional.of(checked.failure());
        return CommandResult.now(
                new Happened(checked.input(), checked.note(), tree),
                List.of(finished(
                        operation,
                        attempt,
                        task,
                        result,
                        from,
                        new StrategyEffect(scope, position).credited(position, checked),
                        failure)),
                result.conversation());
    }

    /** Runs the step's verifier on the files of a place. */
    VerificationResult verify(WorkFolder place, int serial, String change, LiveEvents live)
            throws IOException, InterruptedException {
        String id = scope.step().id();
        String command = scope.verify()
                .map(verify -> String.join(" && ", verify.commands()))
                .orElse("");
        live.add(new VerificationStarted(id, serial, command));
        place.restoreBeside();
        VerificationResult checked =
                verifier.verify(scope.verify(), place.folder(), scope.step().prompt(), change);
        if (!checked.passed()) {
            scope.folder().verification(id + "-" + serial + ".txt", checked.note());
        }
        live.add(checked.event(id, serial));
        return checked;
    }

    AttemptFinished finished(
            String operation,
            int attempt,
            AgentTask task,
            AgentResult result,
            Instant from,
            Optional<Failure> failure) {
        return finished(operation, attempt, task, result, from, Optional.empty(), failure);
    }

    /** {@code strategy}: what the verifier's word is counted for */
    private AttemptFinished finished(
            String operation,
            int attempt,
            AgentTask task,
            AgentResult result,
            Instant from,
            Optional<String> strategy,
            Optional<Failure> failure) {
        return AttemptFinished.of(operation, scope.step().action(), attempt)
                .ended(failure)
                .took(Duration.between(from, clock.instant()).toMillis())
                .model(task.model())
                .strategy(strategy)
                .project(scope.plan().project())
                .session(result.conversation())
                .spent(result.usage(), result.cost().map(Money::micros).orElse(0L))
                .build();
    }

    private static CommandResult with(CommandResult performed, Event first) {
        List<Event> events = new ArrayList<>(List.of(first));
        events.addAll(performed.events());
        return new CommandResult(
                performed.entry(),
                performed.then(),
                events,
                performed.conversation(),
                performed.notBefore(),
                performed.waiting(),
                performed.restart());
    }

    private static String firstLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }
}
