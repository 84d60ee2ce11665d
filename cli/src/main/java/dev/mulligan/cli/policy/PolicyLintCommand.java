package dev.mulligan.cli.policy;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.PolicyFindings;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLint;
import dev.mulligan.text.Json;
import java.util.List;
import picocli.CommandLine.Mixin;

/** {@code mulligan policy lint}. */
@picocli.CommandLine.Command(
        name = "lint",
        description = "Says what you wrote into a policy and never fires.",
        footer = {"", "Exit codes: 0 nothing found, 1 something never fires, 2 the policy is invalid."})
final class PolicyLintCommand extends Command {

    @Mixin
    PolicyPlace place = new PolicyPlace();

    @Override
    public Integer call() {
        PolicyLayers.Effective effective = place.layers(config()).resolve();
        List<PolicyLint.Finding> findings = PolicyFindings.of(effective);
        effective
                .shadowed()
                .forEach(shadow -> findings.add(new PolicyLint.Finding(
                        shadow.field(), "set by " + shadow.origin() + ", but " + shadow.by() + " sets it again")));
        Screen screen = screen();
        if (place.json) {
            screen.line(Json.write(findings.stream()
                    .map(finding -> Json.object("field", finding.field(), "message", finding.message()))
                    .toList()));
        } else if (findings.isEmpty()) {
            screen.line(
                    screen.green("Everything in policy " + effective.policy().name() + " can happen."));
        } else {
            findings.forEach(finding -> screen.line(screen.yellow(finding.field()) + ": " + finding.message()));
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
