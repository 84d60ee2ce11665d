package dev.mulligan.agent.client;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.Environment;
import dev.mulligan.agent.process.ChildProcess;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessResult;
import java.util.List;
import java.util.Map;

/** Any program: the prompt as JSON on standard input, the reply on standard output. */
public final class CommandAgent implements Agent {

    private static final int MAX_PROMPT_TOKENS = 60_000;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;

    /**
     * @param environment what this program has; the agent gets what every program needs, and no provider's key
     * @param alsoAllowed names of variables it gets beyond that, such as its provider's key
     */
    public CommandAgent(String name, List<String> command, Map<String, String> environment, List<String> alsoAllowed) {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("agent " + name + " has no command");
        }
        this.name = name;
        this.command = List.copyOf(command);
        this.environment = Environment.forAgent("command", "", environment, alsoAllowed);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AgentResult run(AgentTask task, OutputListener listener) throws InterruptedException {
        ProcessResult ended = new ChildProcess(
                        command, task.workspace(), task.over(environment), task.limits(), task.records())
                .run(task.prompt().json(MAX_PROMPT_TOKENS), listener);
        AgentStream stream = new ClaudeStream();
        ended.stdout().lines().filter(line -> line.startsWith("{")).forEach(stream::line);
        AgentResult folded = stream.result(ended, String.join(" ", command));
        // A program that reports like Claude Code is understood; any other's whole output is its reply.
        return folded.finalWord().isPresent() ? folded : folded.saying(ended.stdout());
    }
}
