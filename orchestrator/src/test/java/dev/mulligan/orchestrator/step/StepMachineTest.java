package dev.mulligan.orchestrator.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.plan.LoopSettings;
import dev.mulligan.orchestrator.step.StepCommand.Code;
import dev.mulligan.orchestrator.step.StepCommand.Diagnose;
import dev.mulligan.orchestrator.step.StepCommand.Finish;
import dev.mulligan.orchestrator.step.StepCommand.Judge;
import dev.mulligan.orchestrator.step.StepCommand.MakeCandidates;
import dev.mulligan.orchestrator.step.StepCommand.Repair;
import dev.mulligan.orchestrator.step.StepCommand.Review;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StepMachineTest {

    private static final LoopSettings STANDARD = LoopSettings.STANDARD;
    private static final LoopSettings NO_ESCALATION =
            new LoopSettings(5, 2, 2, 0, 3, new LoopSettings.Escalation(false, 2, 2, 1), STANDARD.candidates());

    private final List<StepCommand> commands = new ArrayList<>();
    private StepState state = StepState.start(Level.AUTO);

    private StepCommand say(LoopSettings settings, StepInput input) {
        StepMachine.Next next = new StepMachine(settings).next(state, input);
        state = next.state();
        commands.add(next.command());
        return next.command();
    }

    private StepCommand say(StepInput input) {
        return say(STANDARD, input);
    }

    private static StepInput.Failed failed(String signature, String... failing) {
        return new StepInput.Failed(signature, Set.of(failing));
    }

    @Test
    void aChangeThatPassesIsDone() {
        assertThat(say(new StepInput.Started())).isEqualTo(new Code());
        assertThat(say(new StepInput.Passed())).isEqualTo(new Finish(Optional.empty()));
    }

    @Test
    void theFirstFailureIsTheBaselineAndOnlyRepairsCount() {
        say(new StepInput.Started());
        assertThat(say(failed("A", "t1", "t2"))).isEqualTo(new Repair(1, false));
        assertThat(state.repaired().nonImproving()).isZero();
        assertThat(say(failed("A", "t1", "t2"))).isEqualTo(new Repair(2, false));
        assertThat(state.repaired().nonImproving()).isEqualTo(1);
    }

    @Test
    void twoRepairsThatChangeNothingEscalateBeforeTheyStop() {
        say(new StepInput.Started());
        say(failed("A", "t1"));
        say(failed("A", "t1"));
        assertThat(say(failed("A", "t1"))).isEqualTo(new MakeCandidates(1, 3, List.of()));
        assertThat(state.level()).isEqualTo(Level.L3);
        assertThat(state.escalations()).isEqualTo(1);
    }

    @Test
    void withoutEscalationTwoRepairsThatChangeNothingStop() {
        say(NO_ESCALATION, new StepInput.Started());
        say(NO_ESCALATION, failed("A", "t1"));
        say(NO_ESCALATION, failed("A", "t1"));
        assertThat(say(NO_ESCALATION, failed("A", "t1")))
                .isInstanceOfSatisfying(
                        Stop.class, stop -> assertThat(stop.reason()).isEqualTo(StopReason.NON_IMPROVING));
    }

    @Test
    void backAndForthIsNoProgress() {
        say(NO_ESCALATION, new StepInput.Started());
        say(NO_ESCALATION, failed("A", "t1"));
        assertThat(say(NO_ESCALATION, failed("B", "t2"))).isInstanceOf(Repair.class);
        assertThat(say(NO_ESCALATION, failed("A", "t1"))).isInstanceOf(Repair.class);
        assertThat(say(NO_ESCALATION, failed("B", "t2"))).isInstanceOf(Stop.class);
    }

    @Test
    void fewerFailuresAreProgress() {
        say(NO_ESCALATION, new StepInput.Started());
        say(NO_ESCALATION, failed("A", "t1", "t2", "t3"));
        say(NO_ESCALATION, failed("A", "t1", "t2", "t3"));
        say(NO_ESCALATION, failed("B", "t1", "t2"));
        assertThat(state.repaired().nonImproving()).isZero();
    }

    @Test
    void afterTwoRepairsInOneContextTheNextStartsFresh() {
        say(NO_ESCALATION, new StepInput.Started());
        assertThat(say(NO_ESCALATION, failed("A", "1", "2", "3", "4"))).isEqualTo(new Repair(1, false));
        assertThat(say(NO_ESCALATION, failed("B", "1", "2", "3"))).isEqualTo(new Repair(2, false));
        assertThat(say(NO_ESCALATION, failed("C", "1", "2"))).isEqualTo(new Repair(3, true));
        assertThat(say(NO_ESCALATION, failed("D", "1"))).isEqualTo(new Repair(4, false));
    }

    @Test
    void fiveRepairsAreTheMost() {
        say(NO_ESCALATION, new StepInput.Started());
        for (int i = 0; i < 6; i++) {
            say(NO_ESCALATION, failed("new " + i, "t" + i));
        }
        assertThat(commands.getLast())
                .isInstanceOfSatisfying(
                        Stop.class, stop -> assertThat(stop.reason()).isEqualTo(StopReason.ITERATIONS_USED_UP));
        assertThat(commands.stream().filter(Repair.class::isInstance)).hasSize(5);
    }

    @Test
    void twoAnswersThatDoNotApplyEscalate() {
        say(new StepInput.Started());
        assertThat(say(new StepInput.NotApplied("hunk 1"))).isInstanceOf(Repair.class);
        assertThat(say(new StepInput.NotApplied("hunk 1"))).isInstanceOf(MakeCandidates.class);
    }

    @Test
    void anAppliedAnswerBetweenThemResetsTheCount() {
        say(new StepInput.Started());
        say(new StepInput.NotApplied("hunk 1"));
        say(failed("A", "t1"));
        assertThat(say(new StepInput.NotApplied("hunk 2"))).isInstanceOf(Repair.class);
    }

    @Test
    void noEvidenceIsNeitherPassNorFail() {
        say(new StepInput.Started());
        assertThat(say(new StepInput.NoEvidence("no test ran")))
                .isInstanceOfSatisfying(
                        Stop.class, stop -> assertThat(stop.reason()).isEqualTo(StopReason.NO_EVIDENCE));
    }

    @Test
    void levelOneMakesOneChange() {
        state = StepState.start(Level.L1);
        say(new StepInput.Started());
        assertThat(say(failed("A", "t1"))).isInstanceOf(Stop.class);
    }

    private static Candidate passing(String id, int lines) {
        return new Candidate(id, true, true, "", Set.of(), lines);
    }

    private static Candidate failing(String id, int lines, String... tests) {
        return new Candidate(id, true, false, "S" + id, Set.of(tests), lines);
    }

    private void intoL3() {
        state = StepState.start(Level.L3);
        say(new StepInput.Started());
    }

    @Test
    void theSmallestPassingCandidateWins() {
        intoL3();
        assertThat(say(new StepInput.Candidates(List.of(passing("a", 40), passing("b", 3), failing("c", 1, "t1")))))
                .isEqualTo(new Finish(Optional.of("b")));
    }

    @Test
    void withoutAPassingOneTheReviewerRanks() {
        intoL3();
        assertThat(say(new StepInput.Candidates(List.of(failing("a", 5, "t1"), failing("b", 5, "t1", "t2")))))
                .isEqualTo(new Review(List.of("a", "b")));
    }

    @Test
    void withoutAReviewerANearTieGoesToTheJudge() {
        LoopSettings judgeOnly = new LoopSettings(
                5,
                2,
                2,
                0,
                3,
                STANDARD.escalation(),
                new LoopSettings.Candidates(
                        3, false, true, STANDARD.candidates().diagnosis()));
        state = StepState.start(Level.L3);
        say(judgeOnly, new StepInput.Started());
        assertThat(say(judgeOnly, new StepInput.Candidates(List.of(failing("a", 5, "t1"), failing("b", 9, "t2")))))
                .isEqualTo(new Judge(List.of("a", "b"), "objective_near_tie"));
    }

    @Test
    void aRankingNeverPutsAWorseTreeFirst() {
        intoL3();
        say(new StepInput.Candidates(List.of(failing("good", 5, "t1"), failing("bad", 5, "t1", "t2", "t3"))));
        say(new StepInput.Ranked(List.of("bad", "good"), true));
        assertThat(state.bestFailing()).contains(Set.of("t1"));
    }

    @Test
    void aJudgeThatFailsLeavesTheDecisionToTheScore() {
        intoL3();
        say(new StepInput.Candidates(List.of(failing("a", 50, "t1"), failing("b", 5, "t1"))));
        say(new StepInput.Ranked(List.of(), true));
        assertThat(commands.getLast()).isEqualTo(new MakeCandidates(2, 3, List.of()));
        assertThat(state.bestFailing()).contains(Set.of("t1"));
    }

    @Test
    void twoFailedRoundsAreDiagnosedAndTheDiagnosisIsUsed() {
        intoL3();
        say(new StepInput.Candidates(List.of(failing("a", 5, "t1"))));
        assertThat(say(new StepInput.Candidates(List.of(failing("b", 5, "t1")))))
                .isEqualTo(new Diagnose(3));

        assertThat(say(new StepInput.Diagnosed(List.of("the cache", "the clock", "the locale", "too many"))))
                .isEqualTo(new MakeCandidates(3, 3, List.of("the cache", "the clock", "the locale")));
        assertThat(state.rounds().failed()).isZero();
        assertThat(say(new StepInput.Candidates(List.of(passing("c", 2))))).isEqualTo(new Finish(Optional.of("c")));
    }

    @Test
    void candidatesThatFailToTheEndStopWithTheBestTree() {
        LoopSettings twoRounds = new LoopSettings(
                5,
                2,
                2,
                0,
                1,
                STANDARD.escalation(),
                new LoopSettings.Candidates(3, false, false, new LoopSettings.Diagnosis(false, 2, 3)));
        state = StepState.start(Level.L3);
        say(twoRounds, new StepInput.Started());
        assertThat(say(
                        twoRounds,
                        new StepInput.Candidates(List.of(failing("a", 9, "t1"), failing("b", 9, "t1", "t2")))))
                .isInstanceOfSatisfying(
                        Stop.class, stop -> assertThat(stop.keep()).contains("a"));
    }

    @Test
    void aCandidateThatIsNoBetterThanTheTreeIsNotKept() {
        LoopSettings one = new LoopSettings(
                5,
                2,
                2,
                0,
                1,
                STANDARD.escalation(),
                new LoopSettings.Candidates(3, false, false, new LoopSettings.Diagnosis(false, 2, 3)));
        say(one, new StepInput.Started());
        say(one, failed("A", "t1"));
        say(one, failed("A", "t1"));
        say(one, failed("A", "t1"));
        assertThat(say(one, new StepInput.Candidates(List.of(failing("x", 1, "t1")))))
                .isInstanceOfSatisfying(
                        Stop.class, stop -> assertThat(stop.keep()).isEmpty());
    }

    @Test
    void everyStoryEndsAndNeverWithoutEvidence() {
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            StepMachine machine = new StepMachine(STANDARD);
            StepMachine.Next next = machine.next(StepState.start(Level.AUTO), new StepInput.Started());
            int steps = 0;
            boolean lastPassed = false;
            while (!(next.command() instanceof Finish) && !(next.command() instanceof Stop)) {
                assertThat(++steps).as("seed " + seed).isLessThan(60);
                StepInput input = answer(next.command(), random);
                lastPassed = input instanceof StepInput.Passed
                        || (input instanceof StepInput.Candidates c
                                && c.candidates().stream().anyMatch(Candidate::passed));
                next = machine.next(next.state(), input);
            }
            assertThat(next.command() instanceof Finish).as("seed " + seed).isEqualTo(lastPassed);
        }
    }

    private static StepInput answer(StepCommand command, Random random) {
        return switch (command) {
            case StepCommand.Check check -> outcome(random);
            case Code code -> outcome(random);
            case Repair repair -> outcome(random);
            case MakeCandidates make -> {
                List<Candidate> made = new ArrayList<>();
                for (int i = 0; i < make.count(); i++) {
                    made.add(new Candidate(
                            "c" + i,
                            random.nextInt(4) != 0,
                            random.nextInt(12) == 0,
                            "S" + random.nextInt(3),
                            Set.of("t" + random.nextInt(4)),
                            random.nextInt(100)));
                }
                yield new StepInput.Candidates(made.stream()
                        .map(c -> c.applied()
                                ? c
                                : new Candidate(c.id(), false, false, c.signature(), c.failing(), c.changedLines()))
                        .toList());
            }
            case Review review ->
                new StepInput.Ranked(
                        random.nextBoolean() ? List.of() : review.candidates().reversed(), false);
            case Judge judge -> new StepInput.Ranked(random.nextBoolean() ? List.of() : judge.candidates(), true);
            case Diagnose diagnose -> new StepInput.Diagnosed(random.nextBoolean() ? List.of() : List.of("h1", "h2"));
            case Finish finish -> throw new AssertionError("over");
            case Stop stop -> throw new AssertionError("over");
        };
    }

    private static StepInput outcome(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> new StepInput.Passed();
            case 1 -> new StepInput.NotApplied("x");
            default -> failed("S" + random.nextInt(4), "t" + random.nextInt(3));
        };
    }
}
