package dev.mulligan.orchestrator.run;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param planText the plan as written
 * @param base the folder its paths start from
 * @param skip steps that count as done
 * @param pauseAfter steps after which the run waits for {@code resume}
 * @param attended whether somebody is there to answer questions; without, budgets and defaults decide
 * @param beforehand what was decided when the run was started
 */
public record RunOrder(
        String planName,
        String planText,
        Path base,
        List<String> skip,
        List<String> pauseAfter,
        boolean attended,
        RunOptions beforehand) {

    public RunOrder {
        base = base.toAbsolutePath().normalize();
        skip = List.copyOf(skip);
        pauseAfter = List.copyOf(pauseAfter);
    }

    /** Nothing was decided beforehand. */
    public RunOrder(
            String planName, String planText, Path base, List<String> skip, List<String> pauseAfter, boolean attended) {
        this(planName, planText, base, skip, pauseAfter, attended, RunOptions.NOTHING);
    }

    public RunOrder having(RunOptions said) {
        return new RunOrder(planName, planText, base, skip, pauseAfter, attended, said);
    }

    public String options() {
        return Json.write(Json.object(
                "planName",
                planName,
                "base",
                base.toString(),
                "skip",
                skip,
                "pauseAfter",
                pauseAfter,
                "attended",
                attended,
                "beforehand",
                beforehand.json()));
    }

    public static RunOrder of(String planText, String options) {
        JsonObject read = Json.parseObject(options);
        return new RunOrder(
                read.text("planName", "plan"),
                planText,
                Path.of(read.text("base", ".")),
                texts(read, "skip"),
                texts(read, "pauseAfter"),
                read.truth("attended").orElse(false),
                read.object("beforehand").map(RunOptions::of).orElse(RunOptions.NOTHING));
    }

    private static List<String> texts(JsonObject object, String name) {
        return object.list(name).stream().map(String::valueOf).toList();
    }
}
