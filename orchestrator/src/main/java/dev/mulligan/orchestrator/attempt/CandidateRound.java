package dev.mulligan.orchestrator.attempt;

import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.JournalEntry.Made;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.prompt.PromptFrame;
import dev.mulligan.orchestrator.prompt.Prompts;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.Candidate;
import dev.mulligan.orchestrator.step.StepCommand.MakeCandidates;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.CandidateEvent.CandidateGenerated;
import dev.mulligan.record.PatchEvent.PatchProposed;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Several attempts side by side, each in a copy of its own and each made to differ. */
final class CandidateRound {

    private static final List<String> VARIATIONS = List.of(
            "Make the smallest change that can work.",
            "Take another approach than the attempts before; question what they took for granted.",
            "Read the failing check first, derive what it demands, then change the code to that.",
            "Look for the cause in another file than the one the error names.");

    /** Keeps a finished candidate, so that a crash costs only the unfinished ones. */
    public interface Keeper {
        void keep(Made made, List<Event> events) throws IOException, InterruptedException;
    }

    private final StepScope scope;
    private final StepRunner runner;
    private final Coder coder;
    private final ProcessLimits limits;
    private final InstantSource clock;
    private final Machine machine;
    private final Keeper keeper;

    CandidateRound(
            StepScope scope,
            StepRunner runner,
            Coder coder,
            ProcessLimits limits,
            InstantSource clock,
            Machine machine,
            Keeper keeper) {
        this.scope = scope;
        this.runner = runner;
        this.coder = coder;
        this.limits = limits;
        this.clock = clock;
        this.machine = machine;
        this.keeper = keeper;
    }

    /** Makes those that are not made yet. */
    List<Candidate> run(
            MakeCandidates round, Position position, RunWorkspace workspace, String startTree, LiveEvents live)
            throws IOException, InterruptedException {
        Map<String, Candidate> all = new LinkedHashMap<>();
        position.made().forEach((id, made) -> all.put(id, made.candidate()));
        Map<String, WorkFolder> places = new LinkedHashMap<>();
        try (ExecutorService threads = machine.candidates().get()) {
            Map<String, Future<Candidate>> running = new LinkedHashMap<>();
            for (int number = 1; number <= round.count(); number++) {
                String id = "c" + number;
                if (!all.containsKey(id)) {
                    WorkFolder place = workspace.copy(name(round, id), startTree);
                    places.put(id, place);
                    int index = number;
                    running.put(
                            id, threads.submit(() -> candidate(round, index, id, position, place, startTree, live)));
                }
            }
            try {
                for (Map.Entry<String, Future<Candidate>> entry : running.entrySet()) {
                    all.put(entry.getKey(), entry.getValue().get());
                }
            } catch (InterruptedException e) {
                running.values().forEach(future -> future.cancel(true));
                throw e;
            } catch (ExecutionException e) {
                running.values().forEach(future -> future.cancel(true));
                if (e.getCause() instanceof InterruptedException interrupted) {
                    throw interrupted;
                }
                throw new IOException("a candidate could not be made: " + e.getCause(), e);
            }
        } finally {
            for (WorkFolder place : places.values()) {
                place.leave();
            }
        }
        return List.copyOf(all.values());
    }

    private String name(MakeCandidates round, String id) {
        return scope.runId() + "-" + scope.step().id() + "-r" + round.round() + id;
    }

    private Candidate candidate(
            MakeCandidates round,
            int number,
            String id,
            Position position,
            WorkFolder place,
            String startTree,
            LiveEvents live)
            throws IOException, InterruptedException {
        String operation = scope.step().id() + "/r" + round.round() + id;
        String variation = round.hypotheses().size() >= number
                ? "Follow this explanation of the failure: "
                        + round.hypotheses().get(number - 1)
                : VARIATIONS.get((number - 1) % VARIATIONS.size());
        Optional<String> usual = position.tries().model().or(scope::firstModel);
        Optional<String> model = number == round.count() ? stronger(usual).or(() -> usual) : usual;
        List<Event> events = new ArrayList<>();
        if (!model.equals(usual)) {
            events.add(runner.escalated(operation, usual.orElse("unknown"), model.orElse("")));
        }
        AgentTask task = AgentTask.of(new Prompts(scope).of(position, PromptFrame.after(variation)), place.folder())
                .permitted(scope.agentSpec().permissions())
                .bounding(scope.tools())
                .environment(scope.environment(position.attempts() + number))
                .recordedIn(EngineSetup.processRecords())
                .within(limits);
        AgentTask order = model.map(task::model).orElse(task);
        Instant from = clock.instant();
        live.add(new AttemptStarted(
                operation,
                scope.step().action(),
                1,
                scope.policy().maxAttempts(),
                model,
                new Remedy.Candidates(round.count()),
                Optional.empty()));
        List<Event> ends = new ArrayList<>();
        AttemptResult coded = code(operation, order, place, startTree, live, ends);
        // As for every other attempt: the agent's success is told before what the verifier says, giving up after it.
        ends.stream().filter(RetrySucceeded.class::isInstance).forEach(events::add);
        Made made;
        switch (coded) {
            case AttemptResult.Changed changed -> {
                String artifact = scope.folder()
                        .patch(
                                scope.step().id() + "-r" + round.round() + id + ".diff",
                                changed.patch().text());
                live.add(new PatchProposed(
                        scope.step().id(),
                        number,
                        changed.patch().files(),
                        changed.patch().lines(),
                        artifact,
                        Optional.empty(),
                        Optional.of(changed.patch().text())));
                VerificationResult checked =
                        runner.verify(place, number, changed.patch().text(), live);
                made = new Made(
                        new Candidate(
                                id,
                                true,
                                checked.passed(),
                                checked.signature(),
                                checked.passed() || !checked.failing().isEmpty()
                                        ? checked.failing()
                                        : Set.of(checked.summary()),
                                changed.patch().lines()),
                        changed.tree(),
                        checked.note());
                events.add(new CandidateGenerated(scope.step().id(), number, true, model, variation, Optional.empty()));
                Optional<Failure> failure = checked.passed() ? Optional.empty() : Optional.of(checked.failure());
                events.add(runner.finished(operation, 1, order, changed.result(), from, failure));
            }
            case AttemptResult.Unusable unusable -> {
                made = invalid(id, unusable.problem());
                events.add(invalid(number, model, variation, unusable.problem()));
                Failure failure = Failure.of(
                                FailureType.TOOL_FAILURE,
                                false,
                                unusable.problem().lines().findFirst().orElse(""),
                                Action.REPHRASE,
                                "run.not-applied")
                        .withSignature(unusable.kind());
                events.add(runner.finished(operation, 1, order, unusable.result(), from, Optional.of(failure)));
            }
            case AttemptResult.Failed failed -> {
                made = invalid(id, failed.failure().message());
                events.add(invalid(number, model, variation, failed.failure().message()));
                events.add(runner.finished(operation, 1, order, failed.result(), from, Optional.of(failed.failure())));
            }
        }
        ends.stream().filter(RetryExhausted.class::isInstance).forEach(events::add);
        keeper.keep(made, events);
        return made.candidate();
    }

    private Optional<String> stronger(Optional<String> model) {
        // A candidate is not worth a question: where one would be asked, it is made with the usual model.
        return model.flatMap(name -> scope.ladder()
                .flatMap(ladder -> ladder.above(name))
                .filter(stronger -> !runner.mustAsk(name, stronger)));
    }

    private static Made invalid(String id, String problem) {
        return new Made(new Candidate(id, false, false, "", Set.of(), 0), "", problem);
    }

    private Event invalid(int number, Optional<String> model, String variation, String problem) {
        return new CandidateGenerated(scope.step().id(), number, false, model, variation, Optional.of(problem));
    }

    /** Failures of the provider are tried again by the kernel; what the agent then did is the candidate. */
    private AttemptResult code(
            String operation, AgentTask task, WorkFolder place, String startTree, LiveEvents live, List<Event> ends)
            throws IOException, InterruptedException {
        RetryExecutor executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(machine.time())
                .random(machine.chance())
                .listener(event -> {
                    if (event instanceof RetrySucceeded || event instanceof RetryExhausted) {
                        ends.add(event);
                    } else {
                        live.add(event);
                    }
                }));
        AttemptResult[] last = new AttemptResult[1];
        try {
            return runner.recovery(operation, task.model())
                    .identified(operation)
                    .on(executor)
                    .run(attempt -> {
                        AttemptResult coded = coder.code(
                                scope.agents().apply(scope.agentSpec().name()),
                                attempt.model().map(task::model).orElse(task),
                                place,
                                startTree,
                                Coder.Paths.of(scope.step()),
                                operation,
                                live);
                        last[0] = coded;
                        if (coded instanceof AttemptResult.Failed failed) {
                            throw new FailureException(failed.failure());
                        }
                        return coded;
                    });
        } catch (GaveUpException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the candidate was cancelled");
            }
            if (last[0] == null) {
                throw new IOException(e.getMessage(), e);
            }
            return last[0];
        }
    }
}
