package dev.mulligan.simulator;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.text.Json;
import java.util.List;

/**
 * A model that makes a real client write a file: first a tool call, and once the result of the tool is in the
 * conversation, a final word.
 */
public final class FileEditReplies implements Replies {

    private final String path;
    private final String content;

    /**
     * The file to be written.
     *
     * @param path absolute, as clients want it
     */
    public FileEditReplies(String path, String content) {
        this.path = path;
        this.content = content;
    }

    @Override
    public SimulatedReply to(Wire wire, String body) {
        return switch (wire) {
            case ANTHROPIC -> body.contains("\"tool_result\"") ? SimulatedReply.text("All done.") : write(body);
            case RESPONSES -> body.contains("\"function_call_output\"") ? SimulatedReply.text("All done.") : shell(body);
            case CHAT, GEMINI -> SimulatedReply.text("All done.");
        };
    }

    /** Clients call the tool and its argument differently; the request says which of them this one has. */
    private SimulatedReply write(String body) {
        return body.contains("\"name\":\"write\"")
                ? SimulatedReply.call("write", Json.object("filePath", path, "content", content))
                : SimulatedReply.call("Write", Json.object("file_path", path, "content", content));
    }

    /** The shell has had several names and shapes; the request says which of them this client has. */
    private SimulatedReply shell(String body) {
        String script = "printf %s '" + content + "' > " + path;
        if (body.contains("\"name\":\"exec_command\"")) {
            return SimulatedReply.call("exec_command", Json.object("cmd", script));
        }
        if (body.contains("\"name\":\"shell_command\"")) {
            return SimulatedReply.call("shell_command", Json.object("command", script));
        }
        return SimulatedReply.call("shell", Json.object("command", List.of("bash", "-lc", script)));
    }
}
