package dev.mulligan.orchestrator.run;

import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What to run.
 *
 * @param planText the plan as written
 * @param base the folder its paths start from
 * @param skip steps that count as done
 * @param pauseAfter steps after which the run waits for {@code resume}
 * @param attended whether somebody is there to answer questions; without, budgets and defaults decide
 * @param beforehand what was decided when the run was started
 * @param home the {@code .mulligan} folder of the program that started it, where its trace and files are
 */
public record RunOrder(
        String planName,
        String planText,
        Path base,
        List<String> skip,
        List<String> pauseAfter,
        boolean attended,
        RunOptions beforehand,
        Optional<Path> home) {

    public RunOrder {
        base = base.toAbsolutePath().normalize();
        skip = List.copyOf(skip);
        pauseAfter = List.copyOf(pauseAfter);
        home = home.map(folder -> folder.toAbsolutePath().normalize());
    }

    /** Its files are kept by the program that starts it. */
    public RunOrder(
            String planName,
            String planText,
            Path base,
            List<String> skip,
            List<String> pauseAfter,
            boolean attended,
            RunOptions beforehand) {
        this(planName, planText, base, skip, pauseAfter, attended, beforehand, Optional.empty());
    }

    /** Nothing was decided beforehand. */
    public RunOrder(
            String planName, String planText, Path base, List<String> skip, List<String> pauseAfter, boolean attended) {
        this(planName, planText, base, skip, pauseAfter, attended, RunOptions.NOTHING);
    }

    public RunOrder keptIn(Optional<Path> folder) {
        return new RunOrder(planName, planText, base, skip, pauseAfter, attended, beforehand, folder);
    }

    /**
     * Where its trace and files are. Every program that can see the folder in which it was started writes there, and one
     * on another machine, which cannot, below a folder of its own.
     */
    public RunFolder folder(String runId, Path own) {
        return home.map(started -> RunFolder.of(started, runId))
                .filter(folder -> Files.isDirectory(folder.path()))
                .orElse(RunFolder.of(own, runId));
    }

    public RunOrder having(RunOptions said) {
        return new RunOrder(planName, planText, base, skip, pauseAfter, attended, said, home);
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
                beforehand.json(),
                "home",
                home.map(Path::toString).orElse("")));
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
                read.object("beforehand").map(RunOptions::of).orElse(RunOptions.NOTHING),
                Optional.of(read.text("home", ""))
                        .filter(named -> !named.isEmpty())
                        .map(Path::of));
    }

    private static List<String> texts(JsonObject object, String name) {
        return object.list(name).stream().map(String::valueOf).toList();
    }
}
