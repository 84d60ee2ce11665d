package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.store.lab.Case;
import dev.mulligan.store.lab.Prediction;
import dev.mulligan.store.lab.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import picocli.CommandLine.Option;

/** The policies to compare and how the comparison is shown. */
final class LabPolicies {

    @Option(
            names = "--policy",
            paramLabel = "TEMPLATE|FILE",
            description = "A template or a mulligan.yaml; repeat to compare. Default: default, patient, conservative.")
    List<String> names = List.of("default", "patient", "conservative");

    @Option(names = "--seed", paramLabel = "N", description = "The same seed gives the same figures; default 1.")
    long seed = 1;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write one HTML file with the plot.")
    @SuppressWarnings("NullAway.Init")
    Path html;

    void compare(List<Case> cases, Screen screen) throws IOException {
        Folders.requireFolderOf("--html", html);
        Replay replay = new Replay(cases);
        List<Prediction> predictions = names.stream()
                .map(LabPolicies::policy)
                .map(policy -> replay.predict(policy, new Random(seed)))
                .toList();
        if (html != null) {
            Files.writeString(html, LabPlot.html(predictions));
            screen.line("wrote " + html);
        } else if (json) {
            screen.line(LabPlot.json(predictions));
        } else {
            LabPlot.print(predictions, screen);
        }
    }

    private static RetryPolicy policy(String name) {
        Optional<RetryPolicy> template = PolicyTemplates.find(name);
        if (template.isPresent()) {
            return template.get().named(name);
        }
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UserError(
                    "'" + name + "' is neither a template nor a file",
                    "See mulligan policy templates for the templates.");
        }
        return ConfigFiles.load(file)
                .policy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                .resolve()
                .policy()
                .named(String.valueOf(file.getFileName()));
    }
}
