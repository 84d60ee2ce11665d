package dev.mulligan.cli.policy;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.text.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** {@code mulligan policy show}. */
@picocli.CommandLine.Command(
        name = "show",
        description = "Prints the effective policy and where each value came from.",
        footer = {"", "Layers: built-in, template, user, project, stage, step, tool; the later wins."})
final class PolicyShow extends Command {

    @Mixin
    PolicyPlace place = new PolicyPlace();

    @Override
    public Integer call() {
        PolicyLayers.Effective effective = place.layers(config()).resolve();
        Screen screen = screen();
        if (place.json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            effective
                    .settings()
                    .forEach(s -> fields.put(s.field(), Json.object("value", s.value(), "origin", s.origin())));
            screen.line(Json.write(Json.object("name", effective.policy().name(), "settings", fields)));
            return ExitCode.OK;
        }
        screen.line(screen.bold(effective.policy().name()));
        for (PolicyLayers.Setting setting : effective.settings()) {
            screen.line("  " + Screen.pad(setting.field(), 16) + Screen.pad(setting.value(), 24)
                    + screen.dim(setting.origin()));
        }
        return ExitCode.OK;
    }
}
