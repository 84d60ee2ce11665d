package dev.mulligan.cli.policy;

import dev.mulligan.config.Config;
import dev.mulligan.policy.PolicyLayers;
import java.util.Optional;
import picocli.CommandLine.Option;

/** For which place a policy is asked, and how it is shown. */
final class PolicyPlace {

    @Option(names = "--template", paramLabel = "NAME", description = "Start from this template.")
    @SuppressWarnings("NullAway.Init")
    String template;

    @Option(names = "--stage", paramLabel = "NAME", description = "A stage or step type, such as run_tests.")
    @SuppressWarnings("NullAway.Init")
    String stage;

    @Option(names = "--step", paramLabel = "ID", description = "A step.")
    @SuppressWarnings("NullAway.Init")
    String step;

    @Option(names = "--tool", paramLabel = "NAME", description = "A tool.")
    @SuppressWarnings("NullAway.Init")
    String tool;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    PolicyLayers layers(Config config) {
        return config.policy(
                Optional.ofNullable(template),
                Optional.ofNullable(stage),
                Optional.ofNullable(step),
                Optional.ofNullable(tool));
    }
}
