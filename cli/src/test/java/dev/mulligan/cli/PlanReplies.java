package dev.mulligan.cli;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.text.Json;
import java.util.List;

/**
 * A model that writes the file its prompt asks for, where the client stands: {@code second.txt} when the prompt names
 * it, {@code first.txt} otherwise, and that one badly until it is told. What it writes stands nowhere else, so a request
 * that holds it comes after the call.
 */
final class PlanReplies implements Replies {

    static final String FIRST = "this is the first of two";
    static final String SECOND = "and this the second";

    /** What the check says about the draft. */
    static final String COMPLAINT = "the wrong words are in it";

    private static final String DRAFT = "a rough sketch";

    @Override
    public SimulatedReply to(Wire wire, String body) {
        boolean second = body.contains("second.txt");
        boolean told = body.contains(COMPLAINT);
        String content = second ? SECOND : told ? FIRST : DRAFT;
        String file = second ? "second.txt" : "first.txt";
        if (body.contains(content)) {
            return SimulatedReply.text("All done.");
        }
        String script = "printf '%s\\n' '" + content + "' > " + file;
        return switch (wire) {
            case ANTHROPIC ->
                SimulatedReply.call("Bash", Json.object("command", script, "description", "Write " + file));
            case RESPONSES -> shell(body, script);
            case CHAT, GEMINI -> SimulatedReply.text("All done.");
        };
    }

    /** The shell has had several names and shapes; the request says which of them this client has. */
    private static SimulatedReply shell(String body, String script) {
        if (body.contains("\"name\":\"exec_command\"")) {
            return SimulatedReply.call("exec_command", Json.object("cmd", script));
        }
        if (body.contains("\"name\":\"shell_command\"")) {
            return SimulatedReply.call("shell_command", Json.object("command", script));
        }
        return SimulatedReply.call("shell", Json.object("command", List.of("bash", "-lc", script)));
    }
}
