package dev.mulligan.orchestrator.step;

import dev.mulligan.orchestrator.step.StepCommand.MakeCandidates;
import dev.mulligan.orchestrator.step.StepCommand.Repair;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import java.util.Optional;

/** What becomes of the command that is due when somebody chose how a failed step goes on. Pure. */
public final class StepChoice {

    public static final String RETRY = "retry";
    public static final String SKIP = "skip";
    public static final String ABORT = "abort";
    public static final String ROLLBACK = "rollback";
    /** No choice at all: the step's type is never tried twice. */
    public static final String NEVER = "never";

    /** The run has no escalation left for this step. */
    public static final String NOT_ESCALATED = "not-escalated";

    /** Nobody had a say: what was due is done. */
    public static final String AS_DUE = "as-due";

    private StepChoice() {}

    /**
     * @param choice one of the words above, or the name of any other strategy
     * @param fresh whether the repair starts a new conversation
     */
    public static StepMachine.Next next(StepState state, StepCommand due, String choice, String why, boolean fresh) {
        return switch (choice) {
            case SKIP -> stop(state, due, StopReason.SKIPPED, why);
            case ABORT -> stop(state, due, StopReason.ABORTED, why);
            case NEVER -> stop(state, due, StopReason.NEVER_RETRIED, why);
            case NOT_ESCALATED -> stop(state, due, StopReason.NON_IMPROVING, why);
            case AS_DUE -> new StepMachine.Next(state, due);
            default -> goOn(state, due, choice, fresh);
        };
    }

    private static StepMachine.Next goOn(StepState state, StepCommand due, String choice, boolean fresh) {
        boolean back = choice.equals(ROLLBACK);
        StepState from = back ? state.rolledBack() : state;
        if (due instanceof Repair repair) {
            return new StepMachine.Next(from, new Repair(repair.iteration(), repair.freshContext() || fresh || back));
        }
        if (choice.equals(RETRY) && due instanceof MakeCandidates) {
            return new StepMachine.Next(state, due);
        }
        StepState repairing = from.repairingInsteadOf(due);
        return new StepMachine.Next(repairing, new Repair(repairing.repairs(), fresh || back));
    }

    private static StepMachine.Next stop(StepState state, StepCommand due, StopReason reason, String why) {
        Optional<String> keep = due instanceof Stop stop ? stop.keep() : Optional.empty();
        return new StepMachine.Next(state, new Stop(reason, why, keep));
    }
}
