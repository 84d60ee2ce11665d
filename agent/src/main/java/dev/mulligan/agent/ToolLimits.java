package dev.mulligan.agent;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What an agent may do with its tools, by the tool's name as the agent tells it; upper and lower case are the same. */
public record ToolLimits(Map<String, Limit> byTool) {

    public static final ToolLimits NONE = new ToolLimits(Map.of());

    /**
     * @param longest how long one call may take
     * @param failures how many calls in a row may fail; the agent is stopped at the last of them
     */
    public record Limit(Optional<Duration> longest, OptionalInt failures) {

        static final Limit NONE = new Limit(Optional.empty(), OptionalInt.empty());
    }

    public ToolLimits {
        TreeMap<String, Limit> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(byTool);
        byTool = sorted;
    }

    Limit of(String tool) {
        return byTool.getOrDefault(tool, Limit.NONE);
    }

    public boolean isEmpty() {
        return byTool.isEmpty();
    }
}
