package dev.mulligan.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Claude Code, headless. The prompt goes in by standard input, so that it is neither in argv nor cut by its limit. */
public final class ClaudeAgent extends CliAgent {

    private final String program;

    public ClaudeAgent(String program, Map<String, String> environment) {
        this(program, environment, List.of());
    }

    /**
     * @param alsoAllowed names of variables it gets beyond its own provider's
     */
    public ClaudeAgent(String program, Map<String, String> environment, List<String> alsoAllowed) {
        super("claude", environment, alsoAllowed);
        this.program = program;
    }

    @Override
    public String name() {
        return "claude";
    }

    @Override
    List<String> command(AgentTask task) {
        List<String> command = new ArrayList<>(
                List.of(program, "-p", "--output-format", "stream-json", "--verbose", "--permission-mode"));
        command.add(
                switch (task.permissions()) {
                    case READ_ONLY -> "plan";
                    case EDIT -> "acceptEdits";
                    case EVERYTHING -> "bypassPermissions";
                });
        task.model().ifPresent(model -> command.addAll(List.of("--model", model)));
        task.resume().ifPresent(id -> command.addAll(List.of("--resume", id)));
        return command;
    }

    @Override
    AgentStream stream() {
        return new ClaudeStream();
    }
}
