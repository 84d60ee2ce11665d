package dev.mulligan.simulator.wire;

import dev.mulligan.text.JsonObject;
import java.util.Optional;

/**
 * What the model says.
 *
 * @param tool a call instead of a final answer
 */
public record SimulatedReply(
        String text, Optional<ToolCall> tool, int inputTokens, int outputTokens, int cacheReadTokens) {

    /** A tool the client should run, with its arguments. */
    public record ToolCall(String name, JsonObject arguments) {}

    public static SimulatedReply text(String text) {
        return new SimulatedReply(text, Optional.empty(), 1200, 40, 800);
    }

    public static SimulatedReply call(String name, JsonObject arguments) {
        return new SimulatedReply("", Optional.of(new ToolCall(name, arguments)), 1200, 60, 800);
    }

    public SimulatedReply empty() {
        return new SimulatedReply("", Optional.empty(), inputTokens, 0, cacheReadTokens);
    }
}
