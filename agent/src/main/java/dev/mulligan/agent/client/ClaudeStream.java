package dev.mulligan.agent.client;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.outcome.AgentOutcome;
import dev.mulligan.text.JsonObject;

/** Claude Code's {@code stream-json}. Its {@code subtype} says success also for API failures: {@code is_error} counts. */
final class ClaudeStream extends AgentStream {

    @Override
    void event(JsonObject event) {
        conversation(event.text("session_id"));
        if (event.text("type", "").equals("result")) {
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
}
