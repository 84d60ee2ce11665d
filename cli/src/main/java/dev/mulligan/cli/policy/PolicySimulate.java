package dev.mulligan.cli.policy;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.policy.Jitter;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan policy simulate}: when each attempt would happen if every one failed. */
@picocli.CommandLine.Command(
        name = "simulate",
        description = "Prints the delay table of a policy: what happens when every attempt fails.")
final class PolicySimulate extends Command {

    private static final int BAR = 40;

    @Parameters(arity = "0..1", paramLabel = "TEMPLATE", description = "A template; without it, the effective policy.")
    @SuppressWarnings("NullAway.Init")
    String template;

    @Mixin
    PolicyPlace place = new PolicyPlace();

    private record Row(int attempt, Duration delay, Duration least, Duration most, Duration at) {}

    @Override
    public Integer call() {
        RetryPolicy policy =
                template == null ? place.layers(config()).resolve().policy() : PolicyTemplates.get(template);
        List<Row> rows = rows(policy);
        Screen screen = screen();
        if (place.json) {
            screen.line(Json.write(Json.object(
                    "name",
                    policy.name(),
                    "maxAttempts",
                    policy.maxAttempts(),
                    "attempts",
                    rows.stream().map(PolicySimulate::json).toList())));
            return ExitCode.OK;
        }
        screen.line(screen.bold(policy.name())
                + screen.dim("  " + policy.maxAttempts() + " attempts, jitter "
                        + policy.backoff().jitter().wireName()));
        screen.line(
                screen.dim("  " + Screen.pad("attempt", 9) + Screen.pad("delay", 10) + Screen.pad("range", 18) + "at"));
        Duration longest =
                rows.stream().map(Row::delay).max(Duration::compareTo).orElse(Duration.ZERO);
        for (Row row : rows) {
            screen.line("  " + Screen.pad(String.valueOf(row.attempt()), 9)
                    + Screen.pad(PolicyText.duration(row.delay()), 10)
                    + Screen.pad(range(row), 18)
                    + Screen.pad(PolicyText.duration(row.at()), 12)
                    + screen.cyan(bar(row.delay(), longest)));
        }
        if (rows.size() < policy.maxAttempts()) {
            screen.line(screen.yellow(
                    "  attempts from number " + (rows.size() + 1) + " on do not fit before the deadline of "
                            + PolicyText.duration(policy.deadline().orElse(Duration.ZERO))));
        }
        return ExitCode.OK;
    }

    private static List<Row> rows(RetryPolicy policy) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(1, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO));
        Duration at = Duration.ZERO;
        for (int retry = 1; retry < policy.maxAttempts(); retry++) {
            Duration delay = policy.backoff().spread(Jitter.OFF).delay(retry, Duration.ZERO, 0);
            Duration wouldBe = at.plus(delay);
            if (policy.deadline()
                    .filter(deadline -> wouldBe.compareTo(deadline) >= 0)
                    .isPresent()) {
                break;
            }
            at = wouldBe;
            Duration previous = rows.getLast().most();
            rows.add(new Row(
                    retry + 1,
                    delay,
                    policy.backoff().delay(retry, previous, 0),
                    policy.backoff().delay(retry, previous, 0.999_999_999),
                    at));
        }
        return rows;
    }

    private static JsonObject json(Row row) {
        return Json.object(
                "attempt",
                row.attempt(),
                "delayMs",
                row.delay(),
                "leastMs",
                row.least(),
                "mostMs",
                row.most(),
                "atMs",
                row.at());
    }

    private static String range(Row row) {
        return row.least().equals(row.most())
                ? ""
                : PolicyText.duration(row.least()) + "–"
                        + PolicyText.duration(
                                Duration.ofMillis(Math.round(row.most().toNanos() / 1e6)));
    }

    private static String bar(Duration delay, Duration longest) {
        return longest.isZero() ? "" : "█".repeat((int) (BAR * delay.toMillis() / Math.max(1, longest.toMillis())));
    }
}
