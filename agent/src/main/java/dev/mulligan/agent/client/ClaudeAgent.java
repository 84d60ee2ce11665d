package dev.mulligan.agent.client;

import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.RunPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claude Code, headless. The prompt goes in by standard input, so that it is neither in argv nor cut by its limit. */
public final class ClaudeAgent extends CliAgent {

    /** Claude Code sends these with each request, one to a line. */
    private static final String HEADERS = "ANTHROPIC_CUSTOM_HEADERS";

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

    /** Only where its requests go through somebody else: a provider has no use for our names. */
    @Override
    Map<String, String> placed(Map<String, String> all) {
        Optional<RunPosition> place = RunPosition.in(all);
        if (place.isEmpty() || all.getOrDefault("ANTHROPIC_BASE_URL", "").isBlank()) {
            return all;
        }
        String headers = Stream.concat(
                        all.getOrDefault(HEADERS, "").lines(),
                        place.get().headers().entrySet().stream()
                                .map(header -> header.getKey() + ": " + header.getValue()))
                .collect(Collectors.joining("\n"));
        Map<String, String> more = new TreeMap<>(all);
        more.put(HEADERS, headers);
        return more;
    }

    @Override
    AgentStream stream() {
        return new ClaudeStream();
    }
}
