package dev.mulligan.cli.support;

import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLint;
import dev.mulligan.policy.PolicyTemplates;
import java.util.ArrayList;
import java.util.List;

/** What somebody wrote into a policy and never fires. What a template ships with is not theirs to mend. */
public final class PolicyFindings {

    private PolicyFindings() {}

    public static List<PolicyLint.Finding> of(PolicyLayers.Effective effective) {
        List<PolicyLint.Finding> findings = new ArrayList<>(PolicyLint.check(effective.policy()));
        List<PolicyLint.Finding> shipped = PolicyTemplates.find(
                        effective.policy().name())
                .map(PolicyLint::check)
                .orElse(List.of());
        findings.removeIf(finding -> shipped.contains(finding) && !isWritten(effective, finding.field()));
        return findings;
    }

    private static boolean isWritten(PolicyLayers.Effective effective, String field) {
        return effective.settings().stream()
                .filter(setting -> setting.field().equals(field))
                .map(PolicyLayers.Setting::origin)
                .anyMatch(origin -> !origin.equals("built-in") && !origin.startsWith("template "));
    }
}
