package dev.mulligan.agent.client;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import dev.mulligan.text.JsonObject;

/** Codex's {@code exec --json}. An item of type error appears in healthy runs and says nothing. */
final class CodexStream extends AgentStream {

    private Usage total = Usage.NONE;

    @Override
    void event(JsonObject event) {
        switch (event.text("type", "")) {
            case "thread.started" -> conversation(event.text("thread_id"));
            case "turn.completed" -> {
                oneMoreTurn();
                finalWord(FinalWord.SUCCESS);
                event.object("usage").ifPresent(this::add);
            }
            case "turn.failed" -> {
                oneMoreTurn();
                finalWord(FinalWord.ERROR);
                event.object("error").flatMap(error -> error.text("message")).ifPresent(this::reply);
            }
            case "item.started" ->
                event.object("item").ifPresent(item -> toolBegan(item.text("id", ""), item.text("tool", kind(item))));
            case "item.completed" -> {
                event.object("item")
                        .filter(item -> kind(item).equals("agent_message"))
                        .flatMap(item -> item.text("text"))
                        .ifPresent(this::reply);
                event.object("item")
                        .ifPresent(item -> toolEnded(
                                item.text("id", ""), item.text("status", "").equals("failed")));
            }
            default -> {}
        }
    }

    /** A tool of a server (MCP) has a name of its own; what Codex does itself goes by its kind. */
    private static String kind(JsonObject item) {
        return item.text("type", item.text("item_type", ""));
    }

    private void add(JsonObject usage) {
        long cached = usage.number("cached_input_tokens").orElse(0);
        long input = usage.number("input_tokens").orElse(0);
        total = total.plus(new Usage(
                Math.max(0, input - cached), usage.number("output_tokens").orElse(0), cached, 0));
        usage(total);
    }
}
