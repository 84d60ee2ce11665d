package dev.mulligan.orchestrator.plan;

import dev.mulligan.guard.Budget;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.workspace.copy.CopyRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a plan from YAML or JSON. Every mistake names file, line and field. */
public final class PlanReader {

    private PlanReader() {}

    public static Plan read(Path file) {
        return read(
                Yaml.read(file),
                Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("")));
    }

    /** A plan whose text is at hand. */
    public static Plan parse(String name, String text, Path base) {
        return read(Yaml.parse(name, text), base);
    }

    public static Plan read(YamlValue root, Path base) {
        Mapping plan = root.asMapping("a plan");
        plan.allowOnly(
                "name",
                "project",
                "workspace",
                "isolation",
                "copy",
                "link",
                "leave",
                "agent",
                "agents",
                "verify",
                "env",
                "budget",
                "questions",
                "strategies",
                "level",
                "maxIterations",
                "maxRuns",
                "stopAfterNonImproving",
                "escalation",
                "l3",
                "steps");
        Map<String, AgentSpec> agents = agents(plan);
        String agent =
                plan.text("agent").orElseGet(() -> agents.keySet().iterator().next());
        if (!agents.containsKey(agent)) {
            throw PlanFields.at(plan, "agent")
                    .mistake("agent " + agent + " is not one of " + String.join(", ", agents.keySet()));
        }
        List<Step> steps = steps(plan, agents);
        String name = PlanFields.required(plan, "name");
        Optional<Origin> origin =
                plan.get("workspace").filter(Mapping.class::isInstance).map(written -> Origin.read(written, base));
        Plan read = new Plan(
                name,
                plan.text("project").orElse(name),
                base.resolve(origin.isPresent() ? "." : plan.text("workspace").orElse("."))
                        .normalize(),
                origin,
                plan.get("isolation").map(Isolation::read),
                new CopyRules(
                        PlanFields.words(plan, "copy"),
                        PlanFields.words(plan, "link"),
                        PlanFields.words(plan, "leave")),
                agents,
                agent,
                plan.get("verify").map(verify -> StepReader.verify(verify, agents)),
                PlanFields.namesOrAll(plan, "env"),
                plan.get("budget").map(BudgetReader::read).orElse(Budget.Limits.NONE),
                plan.get("questions").map(Questions::read).orElse(Questions.STANDARD),
                plan.get("strategies").map(Strategies::read).orElse(Strategies.STANDARD),
                plan.get("level").map(StepReader::level).orElse(Level.AUTO),
                LoopReader.read(plan),
                steps);
        PlanGraph graph = PlanGraph.of(read.steps());
        graph.refuseCycle(root);
        if (read.isolation().equals(Optional.of(Isolation.NONE)) && graph.isParallel()) {
            throw PlanFields.at(plan, "isolation")
                    .mistake("isolation: none lets agents work in the workspace itself, one after the other;"
                            + " give each step needs: the one before it, or use isolation: copy");
        }
        return read;
    }

    private static Map<String, AgentSpec> agents(Mapping plan) {
        Map<String, AgentSpec> agents = new LinkedHashMap<>();
        plan.mapping("agents").members().forEach((name, value) -> agents.put(name, AgentReader.read(name, value)));
        if (agents.isEmpty()) {
            String name = plan.text("agent").orElse("claude");
            agents.put(name, AgentReader.named(name, PlanFields.at(plan, "agent")));
        }
        return agents;
    }

    private static List<Step> steps(Mapping plan, Map<String, AgentSpec> agents) {
        List<Step> steps = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>();
        List<YamlValue> written = plan.list("steps");
        if (written.isEmpty()) {
            throw PlanFields.at(plan, "steps").mistake("a plan needs at least one step under steps:");
        }
        for (YamlValue value : written) {
            Step step = StepReader.read(value, agents);
            if (!ids.add(step.id())) {
                throw value.mistake("step " + step.id() + " is there twice");
            }
            steps.add(step);
        }
        for (int i = 0; i < steps.size(); i++) {
            for (String need : steps.get(i).needs()) {
                if (!ids.contains(need)) {
                    throw written.get(i)
                            .mistake("step " + steps.get(i).id() + " needs " + need
                                    + ", which is not a step of this plan");
                }
            }
        }
        return steps;
    }
}
