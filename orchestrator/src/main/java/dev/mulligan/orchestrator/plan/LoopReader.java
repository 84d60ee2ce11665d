package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue.Mapping;

/** Reads {@code maxIterations}, {@code escalation:} and {@code l3:}; what is absent keeps its default. */
final class LoopReader {

    private LoopReader() {}

    static LoopSettings read(Mapping plan) {
        LoopSettings standard = LoopSettings.STANDARD;
        Mapping escalation = plan.mapping("escalation");
        escalation.allowOnly(
                "enabled", "toL3AfterNonImprovingIterations", "toL3AfterPatchApplyFailures", "maxEscalations");
        Mapping l3 = plan.mapping("l3");
        l3.allowOnly("bestOfN", "enableReviewer", "enableJudge", "diagnosis", "maxRounds");
        Mapping diagnosis = l3.mapping("diagnosis");
        diagnosis.allowOnly("enabled", "triggerOnRepeatedFailures", "maxToTBranches");
        return new LoopSettings(
                PlanFields.whole(plan, "maxIterations", standard.maxIterations(), 0, 50),
                PlanFields.whole(plan, "stopAfterNonImproving", standard.stopAfterNonImproving(), 1, 50),
                standard.freshContextAfter(),
                PlanFields.whole(plan, "maxRuns", standard.maxRuns(), 1, 51),
                PlanFields.whole(l3, "maxRounds", standard.maxRounds(), 1, 10),
                new LoopSettings.Escalation(
                        PlanFields.truth(escalation, "enabled", true),
                        PlanFields.whole(escalation, "toL3AfterNonImprovingIterations", 2, 1, 50),
                        PlanFields.whole(escalation, "toL3AfterPatchApplyFailures", 2, 1, 50),
                        PlanFields.whole(escalation, "maxEscalations", 1, 0, 10)),
                new LoopSettings.Candidates(
                        PlanFields.whole(l3, "bestOfN", 3, 1, 5),
                        PlanFields.truth(l3, "enableReviewer", true),
                        PlanFields.truth(l3, "enableJudge", true),
                        new LoopSettings.Diagnosis(
                                PlanFields.truth(diagnosis, "enabled", true),
                                PlanFields.whole(diagnosis, "triggerOnRepeatedFailures", 2, 1, 10),
                                PlanFields.whole(diagnosis, "maxToTBranches", 3, 1, 5))));
    }
}
