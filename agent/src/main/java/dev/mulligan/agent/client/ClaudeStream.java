package dev.mulligan.agent.client;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.outcome.AgentOutcome;
import dev.mulligan.text.JsonObject;
import java.util.List;

/** Claude Code's {@code stream-json}. Its {@code subtype} says success also for API failures: {@code is_error} counts. */
final class ClaudeStream extends AgentStream {

    @Override
    void event(JsonObject event) {
        conversation(event.text("session_id"));
        if (event.text("type", "").equals("assistant") || event.text("type", "").equals("user")) {
            event.object("message").ifPresent(this::message);
        } else if (event.text("type", "").equals("result")) {
            finalWord(AgentOutcome.finalWord(event.truth("is_error").orElse(false), event.text("subtype", "")));
            reply(event.text("result", ""));
            turns(event.integer("num_turns"));
            if (event.get("total_cost_usd") instanceof Number dollars) {
                cost(dollars.doubleValue());
            }
            event.object("usage")
                    .ifPresent(usage -> usage(new Usage(
                            usage.number("input_tokens").orElse(0),
                            usage.number("output_tokens").orElse(0),
                            usage.number("cache_read_input_tokens").orElse(0),
                            usage.number("cache_creation_input_tokens").orElse(0))));
            event.list("permission_denials")
                    .forEach(denial -> denied(
                            denial instanceof JsonObject object ? object.text("tool_name", "a tool") : "a tool"));
        }
    }

    /** The model asks for a tool; what came of it is told as if the user had said it. */
    private void message(JsonObject message) {
        if (!(message.get("content") instanceof List<?> blocks)) {
            return;
        }
        for (Object each : blocks) {
            if (each instanceof JsonObject block) {
                switch (block.text("type", "")) {
                    case "tool_use" -> toolBegan(block.text("id", ""), block.text("name", ""));
                    case "tool_result" ->
                        toolEnded(
                                block.text("tool_use_id", ""),
                                block.truth("is_error").orElse(false));
                    default -> {}
                }
            }
        }
    }
}
