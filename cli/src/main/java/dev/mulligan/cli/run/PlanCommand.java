package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.CommandGroup;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanGraph;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.orchestrator.plan.VerifySpec;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan plan}: check and schema. */
@picocli.CommandLine.Command(
        name = "plan",
        description = "Checks plans, and helps to write them.",
        subcommands = {PlanCommand.Check.class, PlanSchemaCommand.class},
        footer = {"", "Examples:", "  mulligan plan check plan.yaml", "  mulligan plan schema > plan.schema.json"})
public final class PlanCommand extends CommandGroup {

    /** Reads the plan and shows what would run, in which order. */
    @picocli.CommandLine.Command(
            name = "check",
            description = "Reads a plan, says what is wrong with it, and shows what would run in which order.",
            footer = {
                "",
                "Exit codes: 0 the plan can run, 2 it cannot: it has mistakes, or an agent or a key is missing here."
            })
    static final class Check extends Command {

        @Parameters(paramLabel = "FILE", description = "The plan, in YAML or JSON.")
        @SuppressWarnings("NullAway.Init")
        Path file;

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() throws IOException {
            if (!Files.isRegularFile(file)) {
                throw new UserError("there is no plan " + file, "Name the plan file.");
            }
            List<String> mistakes = PlanMistakes.in(file);
            if (!mistakes.isEmpty()) {
                return refused(mistakes);
            }
            Plan plan = PlanReader.read(file);
            RunScope.checkPolicies(plan, config());
            Screen screen = screen();
            PlanNeeds needs = new PlanNeeds(plan, environment());
            List<PlanNeeds.Missing> missing = needs.missing();
            WorkPlace workPlace = WorkPlace.of(plan, config());
            if (json) {
                screen.line(Json.write(Json.object(
                        "name", plan.name(),
                        "workspace", plan.place(),
                        "isolation", workPlace.isolation(),
                        "ignoredFiles", workPlace.json(),
                        "steps", plan.steps().stream().map(Step::id).toList(),
                        "waves", waves(plan),
                        "missing", missing.stream().map(PlanNeeds.Missing::what).toList(),
                        "notices", needs.notices())));
                return missing.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
            }
            screen.line(screen.bold(plan.name())
                    + screen.dim("  " + plan.place() + ", level " + plan.level().wireName()));
            int number = 1;
            for (List<String> wave : waves(plan)) {
                for (String id : wave) {
                    plan.step(id).ifPresent(step -> print(screen, plan, step));
                }
                if (number++ < waves(plan).size()) {
                    screen.line(screen.dim("  then"));
                }
            }
            workPlace.print(screen);
            needs.print(screen);
            for (PlanNeeds.Missing one : missing) {
                screen.line(screen.red("missing: ") + one.what());
                screen.line("  " + one.advice());
            }
            return missing.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
        }

        private int refused(List<String> mistakes) {
            if (json) {
                screen().line(Json.write(Json.object("mistakes", mistakes)));
                return ExitCode.USAGE;
            }
            Screen errors = errors();
            errors.line("mulligan: " + file + " has "
                    + (mistakes.size() == 1 ? "a mistake" : mistakes.size() + " mistakes") + ":");
            mistakes.forEach(mistake -> errors.line("  " + mistake));
            errors.line("  Correct the file and run the command again; nothing was changed.");
            return ExitCode.USAGE;
        }

        private static void print(Screen screen, Plan plan, Step step) {
            String agent = step.agent().orElse(plan.agent());
            String verify = step.verify()
                    .or(plan::verify)
                    .map(Check::describe)
                    .orElse(screen.yellow("nothing: without a verifier a step is never called a success"));
            screen.line("  " + screen.cyan(Screen.pad(step.id(), 16)) + Screen.pad(step.action(), 14) + agent
                    + ", verified by " + verify);
        }

        private static String describe(VerifySpec verify) {
            String commands = String.join(" && ", verify.commands());
            return verify.reviewer()
                    .map(reviewer -> commands.isEmpty() ? "agent " + reviewer : commands + " and agent " + reviewer)
                    .orElse(commands);
        }

        /** Steps that can run at the same time, wave after wave. */
        private static List<List<String>> waves(Plan plan) {
            PlanGraph graph = PlanGraph.of(plan.steps());
            Set<String> done = new LinkedHashSet<>();
            List<List<String>> waves = new ArrayList<>();
            for (List<String> wave = graph.ready(done, Set.of()); !wave.isEmpty(); wave = graph.ready(done, Set.of())) {
                waves.add(wave);
                done.addAll(wave);
            }
            return waves;
        }
    }
}
