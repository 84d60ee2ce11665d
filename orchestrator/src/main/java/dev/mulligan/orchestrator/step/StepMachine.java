package dev.mulligan.orchestrator.step;

import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.plan.LoopSettings;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Repair, escalate, choose, diagnose, stop. Pure.
 *
 * <p>The rules that are easy to get wrong: the first failure is the baseline and counts for nothing; only what follows a
 * repair is compared; escalation is considered before stopping; a diagnosis is followed by a round that uses it; a worse
 * tree never replaces a better one; success is only what the verifier passed with evidence.
 */
public final class StepMachine {

    /** Scores closer than this are a tie that a judge should decide. */
    private static final double NEAR_TIE = 15;

    private final LoopSettings settings;
    private final boolean verifyFirst;

    public StepMachine(LoopSettings settings) {
        this(settings, false);
    }

    /** {@code verifyFirst}: whether the verifier runs before any agent */
    public StepMachine(LoopSettings settings, boolean verifyFirst) {
        this.settings = settings;
        this.verifyFirst = verifyFirst;
    }

    /** The rules for a step of this level: only {@code auto} and L3 itself come to candidates. */
    public StepMachine at(Level level) {
        LoopSettings.Escalation e = settings.escalation();
        return level != Level.L2
                ? this
                : new StepMachine(
                        new LoopSettings(
                                settings.maxIterations(),
                                settings.stopAfterNonImproving(),
                                settings.freshContextAfter(),
                                settings.maxRuns(),
                                settings.maxRounds(),
                                new LoopSettings.Escalation(
                                        false,
                                        e.toL3AfterNonImprovingIterations(),
                                        e.toL3AfterPatchApplyFailures(),
                                        e.maxEscalations()),
                                settings.candidates()),
                        verifyFirst);
    }

    /** The new state and the one thing to do. */
    public record Next(StepState state, StepCommand command) {}

    public Next next(StepState state, StepInput input) {
        return switch (input) {
            case StepInput.Started started -> started(state);
            case StepInput.Passed passed -> new Next(state, new StepCommand.Finish(Optional.empty()));
            case StepInput.Failed failed -> failed(state, failed);
            case StepInput.NoEvidence none -> stop(state, StopReason.NO_EVIDENCE, none.why());
            case StepInput.NotApplied refused -> notApplied(state.couldNotApply(), refused.problem());
            case StepInput.AgentGaveUp gaveUp -> agentGaveUp(state, gaveUp.why());
            case StepInput.AgentMissing missing -> stop(state, StopReason.AGENT_MISSING, missing.why());
            case StepInput.BudgetExceeded over -> stop(state, StopReason.BUDGET_EXCEEDED, over.what());
            case StepInput.Candidates made -> candidates(state.judging(made.candidates()));
            case StepInput.Ranked ranked -> ranked(state, ranked);
            case StepInput.Diagnosed diagnosed -> diagnosed(state, diagnosed.hypotheses());
        };
    }

    private Next started(StepState state) {
        return verifyFirst ? new Next(state, new StepCommand.Check()) : work(state);
    }

    private Next work(StepState state) {
        return state.level() == Level.L3 ? round(state, List.of()) : new Next(state, new StepCommand.Code());
    }

    private Next failed(StepState state, StepInput.Failed failed) {
        boolean afterRepair = state.repairs() > 0;
        StepState after =
                state.failedWith(failed.signature(), failed.failing(), isProgress(state, failed), afterRepair);
        boolean foundFirst = verifyFirst && state.seen().isEmpty() && !afterRepair;
        if (foundFirst && state.level() != Level.L2 && settings.maxIterations() > 0) {
            return work(after);
        }
        if (state.level() == Level.L1) {
            return stop(after, StopReason.NON_IMPROVING, "level L1 makes one change only");
        }
        return repairOrMore(after, "the failure did not change for the better");
    }

    /** Fewer failures than ever, or a failure this step has not seen: A, B, A, B is no progress. */
    private static boolean isProgress(StepState state, StepInput.Failed failed) {
        boolean shrank = state.bestFailing()
                .map(best -> failed.failing().size() < best.size() && best.containsAll(failed.failing()))
                .orElse(true);
        return shrank || !state.seen().contains(failed.signature());
    }

    private Next notApplied(StepState state, String problem) {
        if (state.level() == Level.L1) {
            return stop(state, StopReason.NOT_APPLICABLE, problem);
        }
        return repairOrMore(state, problem);
    }

    private Next repairOrMore(StepState state, String why) {
        boolean stuck = state.repaired().nonImproving() >= settings.stopAfterNonImproving();
        int repairs = state.repairs() - state.repaired().portions();
        boolean usedUp = repairs >= settings.maxIterations() || isEnoughRuns(1 + state.checkedAgain() + repairs);
        if (mayEscalate(state, stuck || usedUp)) {
            return round(state.escalated(), List.of());
        }
        if (stuck) {
            return stop(state, StopReason.NON_IMPROVING, why);
        }
        if (usedUp) {
            return stop(state, StopReason.ITERATIONS_USED_UP, usedUp());
        }
        boolean fresh = state.repaired().inContext() >= settings.freshContextAfter();
        StepState repairing = state.repairing(fresh);
        return new Next(repairing, new StepCommand.Repair(repairing.repairs(), fresh));
    }

    private boolean isEnoughRuns(int runs) {
        return verifyFirst && settings.maxRuns() > 0 && runs >= settings.maxRuns();
    }

    private String usedUp() {
        return settings.maxIterations() == 0
                ? "no agent is there to mend it"
                : verifyFirst && settings.maxRuns() > 0
                        ? "all " + settings.maxRuns() + " attempts are made"
                        : "all " + settings.maxIterations() + " repairs are made";
    }

    /** {@code ending}: the loop would stop otherwise */
    private boolean mayEscalate(StepState state, boolean ending) {
        LoopSettings.Escalation escalation = settings.escalation();
        boolean stuck = ending
                || state.repaired().nonImproving() >= escalation.toL3AfterNonImprovingIterations()
                || state.repaired().notApplied() >= escalation.toL3AfterPatchApplyFailures();
        return escalation.enabled() && stuck && state.escalations() < escalation.maxEscalations();
    }

    private Next agentGaveUp(StepState state, String why) {
        return stop(state, StopReason.AGENT_FAILED, why);
    }

    private Next round(StepState state, List<String> hypotheses) {
        StepState next = state.nextRound();
        int count = hypotheses.isEmpty() ? settings.candidates().bestOfN() : hypotheses.size();
        return new Next(next, new StepCommand.MakeCandidates(next.round(), count, hypotheses));
    }

    private Next candidates(StepState state) {
        Optional<Candidate> smallest = state.candidates().stream()
                .filter(Candidate::passed)
                .min(Comparator.comparingInt(Candidate::changedLines).thenComparing(Candidate::id));
        if (smallest.isPresent()) {
            return new Next(state, new StepCommand.Finish(smallest.map(Candidate::id)));
        }
        List<String> applied = byScore(state).stream()
                .filter(Candidate::applied)
                .map(Candidate::id)
                .toList();
        if (applied.size() > 1 && settings.candidates().enableReviewer()) {
            return new Next(state, new StepCommand.Review(applied));
        }
        if (applied.size() > 1 && settings.candidates().enableJudge() && isNearTie(state)) {
            return new Next(state, new StepCommand.Judge(applied, "objective_near_tie"));
        }
        return afterRound(state, applied.stream().findFirst());
    }

    /** The ranking is advice: it decides between near-ties, never for a tree that fails more. */
    private Next ranked(StepState state, StepInput.Ranked ranked) {
        List<String> bestFirst = ranked.bestFirst();
        if (!ranked.judged() && settings.candidates().enableJudge() && isNearTie(state)) {
            List<String> applied = byScore(state).stream()
                    .filter(Candidate::applied)
                    .map(Candidate::id)
                    .toList();
            if (applied.size() > 1) {
                return new Next(state, new StepCommand.Judge(applied, "objective_near_tie"));
            }
        }
        List<Candidate> scored = byScore(state);
        if (scored.isEmpty()) {
            return afterRound(state, Optional.empty());
        }
        double top = scored.getFirst().score();
        Optional<String> chosen = bestFirst.stream()
                .filter(id -> scored.stream().anyMatch(c -> c.id().equals(id) && top - c.score() <= NEAR_TIE))
                .findFirst()
                .or(() -> Optional.of(scored.getFirst().id()));
        return afterRound(state, chosen);
    }

    private static List<Candidate> byScore(StepState state) {
        return state.candidates().stream()
                .sorted(Comparator.comparingDouble(Candidate::score).reversed().thenComparing(Candidate::id))
                .toList();
    }

    private static boolean isNearTie(StepState state) {
        List<Candidate> scored = byScore(state);
        return scored.size() > 1 && scored.get(0).score() - scored.get(1).score() <= NEAR_TIE;
    }

    private Next afterRound(StepState state, Optional<String> chosen) {
        Optional<Candidate> best = chosen.flatMap(id -> state.candidates().stream()
                .filter(candidate -> candidate.id().equals(id) && candidate.applied())
                .findFirst());
        boolean better = best.filter(candidate -> isBetter(candidate, state.bestFailing()))
                .isPresent();
        Optional<String> keep = better ? best.map(Candidate::id) : Optional.empty();
        StepState after = better ? state.keeping(best.orElseThrow().failing()) : state;
        LoopSettings.Diagnosis diagnosis = settings.candidates().diagnosis();
        if (diagnosis.enabled()
                && !state.rounds().diagnosed()
                && state.rounds().failed() >= diagnosis.triggerOnRepeatedFailures()) {
            return new Next(after, new StepCommand.Diagnose(diagnosis.maxToTBranches()));
        }
        if (state.round() >= settings.maxRounds()) {
            return new Next(
                    after,
                    new Stop(
                            StopReason.CANDIDATES_FAILED,
                            "no candidate of " + state.round() + (state.round() == 1 ? " round" : " rounds")
                                    + " passed",
                            keep));
        }
        return round(after, List.of());
    }

    private static boolean isBetter(Candidate candidate, Optional<Set<String>> bestFailing) {
        return bestFailing.isEmpty()
                || candidate.failing().size() < bestFailing.get().size();
    }

    private Next diagnosed(StepState state, List<String> hypotheses) {
        StepState after = state.afterDiagnosis();
        return round(
                after,
                hypotheses.stream()
                        .limit(settings.candidates().diagnosis().maxToTBranches())
                        .toList());
    }

    private static Next stop(StepState state, StopReason reason, String why) {
        return new Next(state, new Stop(reason, why, Optional.empty()));
    }
}
