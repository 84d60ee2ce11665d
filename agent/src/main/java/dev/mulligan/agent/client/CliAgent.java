package dev.mulligan.agent.client;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.Environment;
import dev.mulligan.agent.ToolWatch;
import dev.mulligan.agent.process.ChildProcess;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessResult;
import java.util.List;
import java.util.Map;

/** What all agents with a command line have in common: build the command, feed the prompt, fold the output. */
abstract class CliAgent implements Agent {

    private static final int MAX_PROMPT_TOKENS = 60_000;

    private final Map<String, String> environment;

    CliAgent(String kind, Map<String, String> environment, List<String> alsoAllowed) {
        this.environment = Environment.forAgent(kind, "", environment, alsoAllowed);
    }

    abstract List<String> command(AgentTask task);

    abstract AgentStream stream();

    String stdin(AgentTask task) {
        return task.prompt().text(MAX_PROMPT_TOKENS);
    }

    /** With what tells a gateway on the way whose requests these are, for clients that can be given headers. */
    Map<String, String> placed(Map<String, String> all) {
        return all;
    }

    @Override
    public AgentResult run(AgentTask task, OutputListener listener) throws InterruptedException {
        List<String> command = command(task);
        AgentStream stream = stream();
        ChildProcess process = new ChildProcess(
                command, task.workspace(), placed(task.over(environment)), task.limits(), task.records());
        ToolWatch tools = new ToolWatch(task.tools());
        stream.telling(tools);
        ProcessResult ended = process.run(
                stdin(task),
                (name, line) -> {
                    if (name.equals("stdout")) {
                        stream.line(line);
                    }
                    listener.on(name, line);
                },
                tools.breach().thenApply(ToolWatch.Breach::ending));
        AgentResult result = stream.result(ended, String.join(" ", command));
        return ended.ending() == ProcessEnding.EXITED
                ? result
                : tools.found().map(breach -> result.saying(breach.why())).orElse(result);
    }
}
