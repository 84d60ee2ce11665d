package dev.mulligan.agent.client;

import dev.mulligan.agent.AgentTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Codex, {@code exec --json}. */
public final class CodexAgent extends CliAgent {

    private final String program;

    public CodexAgent(String program, Map<String, String> environment) {
        this(program, environment, List.of());
    }

    /**
     * @param alsoAllowed names of variables it gets beyond its own provider's
     */
    public CodexAgent(String program, Map<String, String> environment, List<String> alsoAllowed) {
        super("codex", environment, alsoAllowed);
        this.program = program;
    }

    @Override
    public String name() {
        return "codex";
    }

    @Override
    List<String> command(AgentTask task) {
        List<String> command = new ArrayList<>(List.of(program, "exec", "--json", "--skip-git-repo-check", "-s"));
        command.add(
                switch (task.permissions()) {
                    case READ_ONLY -> "read-only";
                    case EDIT -> "workspace-write";
                    case EVERYTHING -> "danger-full-access";
                });
        task.model().ifPresent(model -> command.addAll(List.of("-m", model)));
        task.resume().ifPresent(id -> command.addAll(List.of("resume", id)));
        command.add("-");
        return command;
    }

    @Override
    AgentStream stream() {
        return new CodexStream();
    }
}
