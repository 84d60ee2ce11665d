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
 * @param model empty for the agent's own choice
 * @param temperature for agents that can be told, which command line clients cannot
 * @param resume the conversation to go on with, as an earlier result named it
 * @param environment added to what the allow-list lets through
 * @param records where the agent's process is noted while it runs, see {@code ProcessRecord}
 */
public record AgentTask(
        Prompt prompt,
        Path workspace,
        Optional<String> model,
        Optional<Double> temperature,
        Optional<String> resume,
        Permissions permissions,
        ProcessLimits limits,
        Map<String, String> environment,
        Optional<Path> records) {

    public AgentTask {
        environment = Map.copyOf(environment);
    }

    public static AgentTask of(Prompt prompt, Path workspace) {
        return new AgentTask(
                prompt,
                workspace,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Permissions.EDIT,
                ProcessLimits.STANDARD,
                Map.of(),
                Optional.empty());
    }

    public AgentTask model(String name) {
        return new AgentTask(
                prompt, workspace, Optional.of(name), temperature, resume, permissions, limits, environment, records);
    }

    public AgentTask temperature(double wanted) {
        return new AgentTask(
                prompt, workspace, model, Optional.of(wanted), resume, permissions, limits, environment, records);
    }

    public AgentTask resuming(String conversation) {
        return new AgentTask(
                prompt,
                workspace,
                model,
                temperature,
                Optional.of(conversation),
                permissions,
                limits,
                environment,
                records);
    }

    public AgentTask permitted(Permissions may) {
        return new AgentTask(prompt, workspace, model, temperature, resume, may, limits, environment, records);
    }

    public AgentTask within(ProcessLimits newLimits) {
        return new AgentTask(
                prompt, workspace, model, temperature, resume, permissions, newLimits, environment, records);
    }

    public AgentTask environment(Map<String, String> added) {
        return new AgentTask(prompt, workspace, model, temperature, resume, permissions, limits, added, records);
    }

    public AgentTask recordedIn(Path folder) {
        return new AgentTask(
                prompt, workspace, model, temperature, resume, permissions, limits, environment, Optional.of(folder));
    }

    /** The agent's own environment with this task's over it. */
    public Map<String, String> over(Map<String, String> own) {
        Map<String, String> both = new TreeMap<>(own);
        both.putAll(environment);
        return both;
    }
}
