package dev.mulligan.simulator.agent;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One start of the simulated agent.
 *
 * @param input what came on standard input: a text, or the JSON envelope {@code {task, retryContext}}
 * @param resume the conversation it is asked to go on with
 * @param workspace where it works
 */
public record AgentCall(AgentSpeech as, String input, Optional<String> resume, Path workspace) {

    /** The envelope's words, one after the other; a prompt that is a text is itself. */
    String prompt() {
        try {
            JsonObject envelope = Json.parseObject(input);
            StringBuilder words = new StringBuilder(envelope.text("task", input));
            envelope.object("retryContext")
                    .ifPresent(context -> context.members()
                            .forEach((name, value) ->
                                    words.append('\n').append(name).append(": ").append(value)));
            return words.toString();
        } catch (JsonException aText) {
            return input;
        }
    }
}
