package dev.mulligan.agent;

import dev.mulligan.agent.process.ProcessLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One attempt's order.
 *
 * @param workspace the folder the agent works in
 * @param choice which model answers, and how
 * @param resume the conversation to go on with, as an earlier result named it
 * @param environment added to what the allow-list lets through
 * @param records where the agent's process is noted while it runs, see {@code ProcessRecord}
 * @param tools what it may do with its tools; for agents that tell of them
 */
public record AgentTask(
        Prompt prompt,
        Path workspace,
        ModelChoice choice,
        Optional<String> resume,
        Permissions permissions,
        ProcessLimits limits,
        Map<String, String> environment,
        Optional<Path> records,
        ToolLimits tools) {

    /**
     * Which model answers.
     *
     * @param model empty for the agent's own choice
     * @param temperature for agents that can be told, which command line clients cannot
     */
    public record ModelChoice(Optional<String> model, Optional<Double> temperature) {
        static final ModelChoice OWN = new ModelChoice(Optional.empty(), Optional.empty());
    }

    public AgentTask {
        environment = Map.copyOf(environment);
    }

    public static AgentTask of(Prompt prompt, Path workspace) {
        return new AgentTask(
                prompt,
                workspace,
                ModelChoice.OWN,
                Optional.empty(),
                Permissions.EDIT,
                ProcessLimits.STANDARD,
                Map.of(),
                Optional.empty(),
                ToolLimits.NONE);
    }

    public Optional<String> model() {
        return choice.model;
    }

    public Optional<Double> temperature() {
        return choice.temperature;
    }

    public AgentTask model(String name) {
        return new AgentTask(
                prompt,
                workspace,
                new ModelChoice(Optional.of(name), choice.temperature),
                resume,
                permissions,
                limits,
                environment,
                records,
                tools);
    }

    public AgentTask temperature(double wanted) {
        return new AgentTask(
                prompt,
                workspace,
                new ModelChoice(choice.model, Optional.of(wanted)),
                resume,
                permissions,
                limits,
                environment,
                records,
                tools);
    }

    public AgentTask resuming(String conversation) {
        return new AgentTask(
                prompt, workspace, choice, Optional.of(conversation), permissions, limits, environment, records, tools);
    }

    public AgentTask permitted(Permissions may) {
        return new AgentTask(prompt, workspace, choice, resume, may, limits, environment, records, tools);
    }

    public AgentTask within(ProcessLimits newLimits) {
        return new AgentTask(prompt, workspace, choice, resume, permissions, newLimits, environment, records, tools);
    }

    public AgentTask environment(Map<String, String> added) {
        return new AgentTask(prompt, workspace, choice, resume, permissions, limits, added, records, tools);
    }

    public AgentTask recordedIn(Path folder) {
        return new AgentTask(
                prompt, workspace, choice, resume, permissions, limits, environment, Optional.of(folder), tools);
    }

    public AgentTask bounding(ToolLimits newTools) {
        return new AgentTask(prompt, workspace, choice, resume, permissions, limits, environment, records, newTools);
    }

    /** The agent's own environment with this task's over it. */
    public Map<String, String> over(Map<String, String> own) {
        Map<String, String> both = new TreeMap<>(own);
        both.putAll(environment);
        return both;
    }
}
