package dev.mulligan.agent.client;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import dev.mulligan.text.JsonObject;

/** Gemini CLI's {@code stream-json}: init, message, tool_use, tool_result, error, result. */
final class GeminiStream extends AgentStream {

    private final StringBuilder message = new StringBuilder();

    @Override
    void event(JsonObject event) {
        switch (event.text("type", "")) {
            case "init" -> conversation(event.text("session_id"));
            case "message" -> {
                if (event.text("role", "assistant").equals("assistant")) {
                    message.append(event.text("content", ""));
                    reply(message.toString());
                }
            }
            case "tool_use" -> toolBegan(event.text("tool_id", ""), event.text("tool_name", ""));
            case "tool_result" ->
                toolEnded(
                        event.text("tool_id", ""),
                        event.text("status", "success").equals("error"));
            case "error" -> finalWord(FinalWord.ERROR);
            case "result" -> {
                boolean failed =
                        event.has("error") || event.text("status", "success").equals("error");
                finalWord(failed ? FinalWord.ERROR : FinalWord.SUCCESS);
                event.object("stats")
                        .ifPresent(stats -> usage(new Usage(
                                stats.number("input_tokens").orElse(0),
                                stats.number("output_tokens").orElse(0),
                                0,
                                0)));
            }
            default -> {}
        }
    }
}
