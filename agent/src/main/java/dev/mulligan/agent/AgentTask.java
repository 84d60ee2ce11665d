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
 * @param bounds what it may do, and for how long
 * @param environment added to what the allow-list lets through
 * @param records where the agent's process is noted while it runs, see {@code ProcessRecord}
 */
public record AgentTask(
        Prompt prompt,
        Path workspace,
        ModelChoice choice,
        Optional<String> resume,
        Bounds bounds,
        Map<String, String> environment,
        Optional<Path> records) {

    /**
     * Which model answers.
     *
     * @param model empty for the agent's own choice
     * @param temperature for agents that can be told, which command line clients cannot
     */
    public record ModelChoice(Optional<String> model, Optional<Double> temperature) {
        static final ModelChoice OWN = new ModelChoice(Optional.empty(), Optional.empty());
    }

    /**
     * What an attempt may do, and for how long.
     *
     * @param tools what it may do with its tools; for agents that tell of them
     */
    public record Bounds(Permissions permissions, ProcessLimits limits, ToolLimits tools) {
        static final Bounds STANDARD = new Bounds(Permissions.EDIT, ProcessLimits.STANDARD, ToolLimits.NONE);
    }

    public AgentTask {
        environment = Map.copyOf(environment);
    }

    public static AgentTask of(Prompt prompt, Path workspace) {
        return new AgentTask(
                prompt, workspace, ModelChoice.OWN, Optional.empty(), Bounds.STANDARD, Map.of(), Optional.empty());
    }

    public Optional<String> model() {
        return choice.model;
    }

    public Optional<Double> temperature() {
        return choice.temperature;
    }

    public Permissions permissions() {
        return bounds.permissions;
    }

    public ProcessLimits limits() {
        return bounds.limits;
    }

    public ToolLimits tools() {
        return bounds.tools;
    }

    public AgentTask model(String name) {
        return choosing(new ModelChoice(Optional.of(name), choice.temperature));
    }

    public AgentTask temperature(double wanted) {
        return choosing(new ModelChoice(choice.model, Optional.of(wanted)));
    }

    private AgentTask choosing(ModelChoice other) {
        return new AgentTask(prompt, workspace, other, resume, bounds, environment, records);
    }

    public AgentTask resuming(String conversation) {
        return new AgentTask(prompt, workspace, choice, Optional.of(conversation), bounds, environment, records);
    }

    public AgentTask permitted(Permissions may) {
        return bounded(new Bounds(may, bounds.limits, bounds.tools));
    }

    public AgentTask within(ProcessLimits newLimits) {
        return bounded(new Bounds(bounds.permissions, newLimits, bounds.tools));
    }

    public AgentTask bounding(ToolLimits newTools) {
        return bounded(new Bounds(bounds.permissions, bounds.limits, newTools));
    }

    private AgentTask bounded(Bounds other) {
        return new AgentTask(prompt, workspace, choice, resume, other, environment, records);
    }

    public AgentTask environment(Map<String, String> added) {
        return new AgentTask(prompt, workspace, choice, resume, bounds, added, records);
    }

    public AgentTask recordedIn(Path folder) {
        return new AgentTask(prompt, workspace, choice, resume, bounds, environment, Optional.of(folder));
    }

    /** The agent's own environment with this task's over it. */
    public Map<String, String> over(Map<String, String> own) {
        Map<String, String> both = new TreeMap<>(own);
        both.putAll(environment);
        return both;
    }
}
