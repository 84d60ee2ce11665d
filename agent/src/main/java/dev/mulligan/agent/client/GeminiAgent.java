package dev.mulligan.agent.client;

import dev.mulligan.agent.AgentTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gemini CLI, {@code stream-json}. */
public final class GeminiAgent extends CliAgent {

    private final String program;

    public GeminiAgent(String program, Map<String, String> environment) {
        this(program, environment, List.of());
    }

    /**
     * @param alsoAllowed names of variables it gets beyond its own provider's
     */
    public GeminiAgent(String program, Map<String, String> environment, List<String> alsoAllowed) {
        super("gemini", environment, alsoAllowed);
        this.program = program;
    }

    @Override
    public String name() {
        return "gemini";
    }

    @Override
    List<String> command(AgentTask task) {
        List<String> command =
                new ArrayList<>(List.of(program, "--output-format", "stream-json", "--skip-trust", "--approval-mode"));
        command.add(
                switch (task.permissions()) {
                    case READ_ONLY -> "default";
                    case EDIT -> "auto_edit";
                    case EVERYTHING -> "yolo";
                });
        task.model().ifPresent(model -> command.addAll(List.of("-m", model)));
        task.resume().ifPresent(id -> command.addAll(List.of("--resume", id)));
        return command;
    }

    @Override
    AgentStream stream() {
        return new GeminiStream();
    }
}
