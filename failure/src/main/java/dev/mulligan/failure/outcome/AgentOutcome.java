package dev.mulligan.failure.outcome;

import dev.mulligan.failure.outcome.AgentEvidence.Check;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import java.util.ArrayList;
import java.util.List;

/** Whether an agent run did its work. Conflicting or missing evidence is {@link Inconclusive}, never a success. */
public sealed interface AgentOutcome {

    /** What speaks for this outcome, one sentence each. */
    List<String> reasons();

    record Success(List<String> reasons) implements AgentOutcome {}

    record Failure(List<String> reasons) implements AgentOutcome {}

    record Inconclusive(List<String> reasons) implements AgentOutcome {}

    static AgentOutcome of(AgentEvidence evidence) {
        List<String> against = against(evidence);
        List<String> gaps = gaps(evidence);
        boolean verified = evidence.verifier()
                .filter(Check::passed)
                .filter(Check::isEvidence)
                .isPresent();
        boolean refuted = evidence.verifier().filter(check -> !check.passed()).isPresent();
        if (refuted || (!against.isEmpty() && !verified)) {
            return new Failure(against);
        }
        if (!against.isEmpty()) {
            List<String> conflict = new ArrayList<>(against);
            conflict.add("but the verifier passed");
            return new Inconclusive(conflict);
        }
        if (!gaps.isEmpty()) {
            return new Inconclusive(gaps);
        }
        return new Success(List.of("the agent ended well and the verifier passed"));
    }

    private static List<String> against(AgentEvidence evidence) {
        List<String> reasons = new ArrayList<>();
        evidence.exitCode().ifPresent(code -> {
            if (code != 0) {
                reasons.add("the agent exited with " + code);
            }
        });
        evidence.finalEvent().ifPresent(word -> {
            switch (word) {
                case SUCCESS -> {}
                case ERROR -> reasons.add("the agent's final event says it failed");
                case LIMIT_REACHED -> reasons.add("the agent stopped at a limit");
            }
        });
        evidence.verifier().filter(check -> !check.passed()).ifPresent(_ -> reasons.add("the verifier failed"));
        return List.copyOf(reasons);
    }

    private static List<String> gaps(AgentEvidence evidence) {
        List<String> reasons = new ArrayList<>();
        if (evidence.exitCode().isEmpty()) {
            reasons.add("the agent's exit code is not known");
        }
        if (evidence.verifier().isEmpty()) {
            reasons.add("no verifier ran");
        } else if (!evidence.verifier().get().isEvidence()) {
            reasons.add("the verifier passed but ran no checks");
        }
        if (evidence.turns().isPresent() && evidence.turns().getAsInt() == 0) {
            reasons.add("the agent took no turn");
        }
        if (evidence.changeExpected()) {
            if (evidence.workspaceChanged().isEmpty()) {
                reasons.add("it is not known whether the workspace changed");
            } else if (!evidence.workspaceChanged().get()) {
                reasons.add("the workspace did not change");
            }
        }
        return List.copyOf(reasons);
    }

    /** The final word of an agent that reports JSON; {@code subtype} such as {@code error_max_turns}. */
    static FinalWord finalWord(boolean isError, String subtype) {
        if (subtype.startsWith("error_max")) {
            return FinalWord.LIMIT_REACHED;
        }
        return isError || subtype.startsWith("error") ? FinalWord.ERROR : FinalWord.SUCCESS;
    }
}
