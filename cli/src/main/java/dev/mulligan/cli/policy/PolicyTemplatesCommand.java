package dev.mulligan.cli.policy;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.text.Json;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code mulligan policy templates}. */
@picocli.CommandLine.Command(name = "templates", description = "Lists the policies that ship.")
final class PolicyTemplatesCommand extends Command {

    private static final int SHOWN_DELAYS = 7;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() {
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(PolicyTemplates.all().entrySet().stream()
                    .map(entry -> Json.object(
                            "name", entry.getKey(),
                            "maxAttempts", entry.getValue().policy().maxAttempts(),
                            "delaysMs",
                                    entry.getValue().policy().plainDelays().stream()
                                            .map(Duration::toMillis)
                                            .toList(),
                            "purpose", entry.getValue().purpose()))
                    .toList()));
            return ExitCode.OK;
        }
        screen.line(screen.dim(Screen.pad("name", 15) + Screen.pad("attempts", 10) + Screen.pad("delays", 34) + "for"));
        PolicyTemplates.all()
                .forEach((name, template) -> screen.line(screen.bold(Screen.pad(name, 15))
                        + Screen.pad(String.valueOf(template.policy().maxAttempts()), 10)
                        + Screen.pad(delays(template.policy()), 34)
                        + template.purpose()));
        return ExitCode.OK;
    }

    private static String delays(RetryPolicy policy) {
        List<Duration> delays = policy.plainDelays();
        if (delays.isEmpty()) {
            return "–";
        }
        String shown = String.join(
                " ",
                delays.stream().limit(SHOWN_DELAYS).map(PolicyText::duration).toList());
        return delays.size() > SHOWN_DELAYS ? shown + " …" : shown;
    }
}
