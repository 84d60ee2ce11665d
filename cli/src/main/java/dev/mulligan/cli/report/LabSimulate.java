package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.failure.FailureType;
import dev.mulligan.store.lab.Simulation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan lab simulate}: made-up failures against policies. */
@picocli.CommandLine.Command(name = "simulate", description = "Predicts what policies do with a mix of faults.")
final class LabSimulate extends Command {

    @Option(
            names = "--faults",
            paramLabel = "TYPE=SHARE,…",
            split = ",",
            description = "How likely each failure type is at any attempt; default overloaded=0.2,timeout=0.05.")
    Map<String, Double> faults = Map.of("overloaded", 0.2, "timeout", 0.05);

    @Option(
            names = "--persistence",
            paramLabel = "P",
            description = "How likely a failure is followed by the same: 0 is bad luck, 0.9 an outage. Default 0.5.")
    double persistence = 0.5;

    @Option(names = "--operations", paramLabel = "N", description = "How many operations; default 2000.")
    int operations = 2000;

    @Mixin
    LabPolicies policies = new LabPolicies();

    @Override
    public Integer call() throws IOException {
        Map<FailureType, Double> mix = new LinkedHashMap<>();
        faults.forEach((name, share) -> mix.put(
                FailureType.ofWireName(name)
                        .orElseThrow(() -> new UserError(
                                "there is no failure type '" + name + "'",
                                "Types are rate_limit, overloaded, timeout, …")),
                share));
        policies.compare(Simulation.cases(mix, persistence, operations, new Random(policies.seed)), screen());
        return ExitCode.OK;
    }
}
