package dev.mulligan.agent.client;

import dev.mulligan.agent.Agent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The coding agents that plans and commands may name. A new one is a class like its siblings and a line here; plans,
 * {@code exec --agent}, {@code doctor} and their messages take their names from this list.
 */
public enum AgentProgram {
    CLAUDE,
    CODEX,
    GEMINI;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in plans and on the command line, and of the program on the PATH. */
    public String wireName() {
        return wireName;
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(AgentProgram::wireName).toList();
    }

    public static Optional<AgentProgram> named(String name) {
        return Arrays.stream(values()).filter(one -> one.wireName.equals(name)).findFirst();
    }

    /**
     * The agent itself.
     *
     * @param program a path or name of the program, when it is not the usual one
     * @param alsoAllowed names of variables it gets beyond its own provider's
     */
    public Agent agent(String program, Map<String, String> environment, List<String> alsoAllowed) {
        return switch (this) {
            case CLAUDE -> new ClaudeAgent(program, environment, alsoAllowed);
            case CODEX -> new CodexAgent(program, environment, alsoAllowed);
            case GEMINI -> new GeminiAgent(program, environment, alsoAllowed);
        };
    }
}
