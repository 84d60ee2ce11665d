package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.orchestrator.plan.VerifySpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan needs from this machine and does not find. A step with labels, and a plan whose files travel, may be done
 * elsewhere, so nothing is asked of this machine for them.
 */
final class PlanNeeds {

    /** What is missing, and the line that helps. */
    record Missing(String what, String advice) {}

    private final Plan plan;
    private final Map<String, String> environment;

    PlanNeeds(Plan plan, Map<String, String> environment) {
        this.plan = plan;
        this.environment = environment;
    }

    List<Missing> missing() {
        if (plan.origin().isPresent()) {
            return List.of();
        }
        List<Missing> missing = new ArrayList<>();
        for (String name : agentsInUse()) {
            Optional.ofNullable(plan.agents().get(name)).flatMap(this::missing).ifPresent(missing::add);
        }
        if (Programs.find("git", environment).isEmpty()) {
            missing.add(new Missing(Programs.missing("git"), Programs.advice("git")));
        }
        return missing;
    }

    /**
     * Programs of verifiers that are not here yet: no reason to refuse the plan, since a step may install them. A name
     * that is mistyped would otherwise be told by a verifier, after an agent was paid.
     */
    List<String> notices() {
        if (plan.origin().isPresent()) {
            return List.of();
        }
        Set<String> notices = new LinkedHashSet<>();
        for (Step step : plan.steps()) {
            if (step.labels().isEmpty()) {
                step.verify().or(plan::verify).map(VerifySpec::commands).stream()
                        .flatMap(List::stream)
                        .forEach(command -> notice(command).forEach(notices::add));
            }
        }
        return List.copyOf(notices);
    }

    private List<String> notice(String command) {
        return ShellPrograms.in(command).stream()
                .filter(name -> Programs.find(name, environment).isEmpty())
                .map(name -> "verify: " + command + ": " + Programs.missing(name)
                        + "; unless a step installs it, no step can pass")
                .toList();
    }

    /** One line for each notice. */
    void print(Screen screen) {
        notices().forEach(notice -> screen.line(screen.yellow("notice: ") + notice));
    }

    private Set<String> agentsInUse() {
        Set<String> names = new LinkedHashSet<>();
        for (Step step : plan.steps()) {
            if (step.labels().isEmpty()) {
                names.add(step.agent().orElse(plan.agent()));
                step.verify().or(plan::verify).flatMap(VerifySpec::reviewer).ifPresent(names::add);
            }
        }
        return names;
    }

    private Optional<Missing> missing(AgentSpec agent) {
        if (agent.kind().equals("api")) {
            return missingKey(agent);
        }
        String program =
                agent.command().isEmpty() ? agent.kind() : agent.command().getFirst();
        String whole = program.contains("/") ? place(program) : program;
        return Programs.find(whole, environment).isPresent()
                ? Optional.empty()
                : Optional.of(new Missing(
                        "agent " + agent.name() + ": " + Programs.missing(whole), Programs.advice(program)));
    }

    /** A path is meant from the workspace, where agents are started. */
    private String place(String program) {
        return plan.workspace().resolve(program).normalize().toString();
    }

    /** An agent with an address of its own may need no key. */
    private Optional<Missing> missingKey(AgentSpec agent) {
        List<String> keys = agent.provider().equals("openai")
                ? List.of("OPENAI_API_KEY")
                : List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN");
        boolean set =
                keys.stream().anyMatch(key -> !environment.getOrDefault(key, "").isBlank());
        return set || agent.url().isPresent()
                ? Optional.empty()
                : Optional.of(new Missing(
                        "agent " + agent.name() + ": " + keys.getFirst() + " is not set",
                        "Set it to your key for " + agent.provider() + "."));
    }
}
