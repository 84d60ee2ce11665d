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
                Fields.whole(plan, "maxIterations", standard.maxIterations(), 0, 50),
                Fields.whole(plan, "stopAfterNonImproving", standard.stopAfterNonImproving(), 1, 50),
                standard.freshContextAfter(),
                Fields.whole(l3, "maxRounds", standard.maxRounds(), 1, 10),
                new LoopSettings.Escalation(
                        Fields.truth(escalation, "enabled", true),
                        Fields.whole(escalation, "toL3AfterNonImprovingIterations", 2, 1, 50),
                        Fields.whole(escalation, "toL3AfterPatchApplyFailures", 2, 1, 50),
                        Fields.whole(escalation, "maxEscalations", 1, 0, 10)),
                new LoopSettings.Candidates(
                        Fields.whole(l3, "bestOfN", 3, 1, 5),
                        Fields.truth(l3, "enableReviewer", true),
                        Fields.truth(l3, "enableJudge", true),
                        new LoopSettings.Diagnosis(
                                Fields.truth(diagnosis, "enabled", true),
                                Fields.whole(diagnosis, "triggerOnRepeatedFailures", 2, 1, 10),
                                Fields.whole(diagnosis, "maxToTBranches", 3, 1, 5))));
    }
}
