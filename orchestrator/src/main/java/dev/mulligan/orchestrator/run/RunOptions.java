package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.plan.Strategies;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.Optional;

/**
 * What the person who starts a run has said already.
 *
 * @param strategies who decides how failed steps go on; empty for what the plan says
 * @param mayRollBack whether the work of a step may be given up where that is advised
 * @param goOnAfterCascade whether to start although too many different things failed lately
 * @param strategy for every repair; empty when advice or a person decides
 */
public record RunOptions(
        Optional<Strategies.Mode> strategies,
        boolean mayRollBack,
        boolean goOnAfterCascade,
        Optional<String> strategy) {

    public static final RunOptions NOTHING = new RunOptions(Optional.empty(), false, false);

    public RunOptions(Optional<Strategies.Mode> strategies, boolean mayRollBack, boolean goOnAfterCascade) {
        this(strategies, mayRollBack, goOnAfterCascade, Optional.empty());
    }

    /** Every repair is gone about in this way. */
    public RunOptions always(String name) {
        return new RunOptions(strategies, mayRollBack, goOnAfterCascade, Optional.of(name));
    }

    JsonObject json() {
        return Json.object(
                "strategies",
                strategies.map(Strategies.Mode::wireName),
                "mayRollBack",
                mayRollBack,
                "goOnAfterCascade",
                goOnAfterCascade,
                "strategy",
                strategy);
    }

    static RunOptions of(JsonObject json) {
        return new RunOptions(
                json.text("strategies").flatMap(Strategies.Mode::ofWireName),
                json.truth("mayRollBack").orElse(false),
                json.truth("goOnAfterCascade").orElse(false),
                json.text("strategy"));
    }
}
