package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Terminal;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanGraph;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.orchestrator.plan.Strategies;
import dev.mulligan.orchestrator.run.RunOptions;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.store.EventStore;
import dev.mulligan.text.Yaml;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.state.WorkspaceLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan run}. */
@picocli.CommandLine.Command(
        name = "run",
        description = "Carries out a plan: agents work, verifiers judge, failures are fed back, repaired, escalated.",
        footer = {
            "",
            "Every fact is stored before it is acted on: kill it at any time, `mulligan resume` goes on.",
            "",
            "Examples:",
            "  mulligan run plan.yaml",
            "  mulligan run plan.yaml --pause-after design",
            "  mulligan run plan.yaml --from tests          everything before counts as done",
            "  mulligan run plan.yaml --only docs --json",
            "  mulligan run plan.yaml --ask                 retry, another strategy, skip or abort: you decide",
            "",
            "Exit codes: 0 passed, 1 failed, 2 wrong usage, 3 no evidence, 75 paused or waiting for an answer."
        })
public final class RunCommand extends RunSessionCommand {

    private static final long WAIT_MILLIS = 500;

    @Parameters(paramLabel = "PLAN", description = "The plan, in YAML or JSON.")
    @SuppressWarnings("NullAway.Init")
    Path file;

    @Option(names = "--from", paramLabel = "STEP", description = "Start here; what comes before counts as done.")
    @Nullable
    String from;

    @Option(names = "--only", paramLabel = "STEP", description = "Only this step; repeat as needed.")
    List<String> only = List.of();

    @Option(names = "--skip", paramLabel = "STEP", description = "Not this step; it counts as done.")
    List<String> skip = List.of();

    @Option(names = "--pause-after", paramLabel = "STEP", description = "Wait for `mulligan resume` after this step.")
    List<String> pauseAfter = List.of();

    @Option(
            names = "--yes",
            description =
                    "Nobody is there to ask: budgets and defaults decide, and a rollback that is advised is done.")
    boolean yes;

    @Option(
            names = "--ask",
            description =
                    "Ask how each failed step shall go on; without a terminal the question waits for `mulligan answer`.")
    boolean ask;

    @Option(names = "--continue", description = "Go on although too many different items failed lately.")
    boolean goOn;

    @Option(
            names = "--wait",
            description = "Where another run works in this workspace in place: wait until it is over.")
    boolean wait;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.isRegularFile(file)) {
            String what = Files.isDirectory(file) ? file + " is a folder, not a plan" : "there is no plan " + file;
            throw new UserError(what, "Name the plan file; `mulligan plan check` reads one.");
        }
        String text = Yaml.text(file);
        Path base = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
        Plan plan = PlanReader.parse(file.toString(), text, base);
        if (!Files.isDirectory(plan.workspace())) {
            throw new UserError(
                    "the workspace " + plan.workspace() + " is not a folder", "Mend workspace: in the plan.");
        }
        RunScope.checkPolicies(plan, config());
        refuseWhatIsMissing(plan);
        RunOrder order = new RunOrder(
                file.toString(),
                text,
                base,
                skipped(plan),
                known(plan, pauseAfter, "--pause-after"),
                !yes,
                new RunOptions(strategies(plan), yes, goOn));
        refuseHalfDoneWork(plan);
        waitForWorkspace(plan);
        return carryOut(engine -> start(engine, order, plan));
    }

    /** A program that is not there would fail every attempt: that is told before anything starts. */
    private void refuseWhatIsMissing(Plan plan) {
        PlanNeeds needs = new PlanNeeds(plan, environment());
        List<PlanNeeds.Missing> missing = needs.missing();
        if (!missing.isEmpty()) {
            throw new UserError(
                    missing.stream().map(PlanNeeds.Missing::what).collect(Collectors.joining("; ")),
                    "Nothing was started. " + missing.getFirst().advice());
        }
        needs.print(errors());
    }

    /** What a killed run had begun in this very folder is finished or put back first: nobody could tell it apart later. */
    private void refuseHalfDoneWork(Plan plan) throws IOException {
        if (plan.origin().isPresent()) {
            return;
        }
        try (Workspace workspace = Workspace.open(plan.workspace());
                EventStore store = place.open(environment())) {
            if (Engine.isInPlace(plan, workspace)) {
                InterruptedRuns.refuseHalfDone(store, plan.workspace(), _ -> false);
            }
        }
    }

    /** Two that work in one folder would take each other's files for their agents' work. */
    private void waitForWorkspace(Plan plan) throws IOException, InterruptedException {
        boolean told = false;
        for (Optional<WorkspaceLease.Holder> holder = Engine.holder(plan);
                holder.isPresent();
                holder = Engine.holder(plan)) {
            if (!wait) {
                throw new UserError(
                        plan.workspace() + " is in use: " + holder.get() + " works in it in place",
                        "Wait for it with --wait, watch it with `mulligan watch`, or give the plan isolation: copy.");
            }
            if (!told) {
                told = true;
                errors().line("Waiting for " + holder.get() + " …");
                errors().flush();
            }
            Thread.sleep(WAIT_MILLIS);
        }
    }

    private static String start(Engine engine, RunOrder order, Plan plan) {
        try {
            return engine.start(order);
        } catch (UncheckedIOException e) {
            throw new UserError(
                    String.valueOf(e.getMessage()),
                    plan.origin().isPresent()
                            ? "See that `git ls-remote " + plan.place()
                                    + "` works on this machine; nothing was started."
                            : "Nothing was started.");
        }
    }

    /** A plan that wants a person asked is told when there is none; {@code --ask} waits for one. */
    private Optional<Strategies.Mode> strategies(Plan plan) {
        if (ask && yes) {
            throw new UserError("--ask and --yes contradict each other", "Give one of them.");
        }
        if (ask) {
            return Optional.of(Strategies.Mode.ASK);
        }
        if (plan.strategies().mode() == Strategies.Mode.ASK && Terminal.find().isEmpty()) {
            errors().line("Nobody is at a terminal: failed steps go on by default ("
                    + plan.strategies().otherwise() + "). With --ask they wait for `mulligan answer`.");
            return Optional.of(Strategies.Mode.DEFAULT);
        }
        return Optional.empty();
    }

    private List<String> skipped(Plan plan) {
        List<String> skipped = new ArrayList<>(known(plan, skip, "--skip"));
        if (!only.isEmpty()) {
            List<String> wanted = known(plan, only, "--only");
            plan.steps().stream()
                    .map(Step::id)
                    .filter(id -> !wanted.contains(id))
                    .forEach(skipped::add);
        }
        if (from != null) {
            String start = known(plan, List.of(from), "--from").getFirst();
            Set<String> behind = PlanGraph.of(plan.steps()).behind(start);
            plan.steps().stream()
                    .map(Step::id)
                    .filter(id -> !id.equals(start) && !behind.contains(id))
                    .forEach(skipped::add);
        }
        List<String> none = skipped.stream().distinct().toList();
        if (none.size() == plan.steps().size()) {
            // A run without a step would end as passed, and nothing was verified.
            throw new UserError(
                    "--from, --only and --skip leave no step to do",
                    "The plan's steps are "
                            + plan.steps().stream().map(Step::id).collect(Collectors.joining(", ")) + ".");
        }
        return none;
    }

    private static List<String> known(Plan plan, List<String> ids, String flag) {
        List<String> all = plan.steps().stream().map(Step::id).toList();
        for (String id : ids) {
            if (!all.contains(id)) {
                throw new UserError(
                        flag + " " + id + ": the plan has no such step",
                        "Its steps are " + String.join(", ", all) + ".");
            }
        }
        return ids;
    }
}
