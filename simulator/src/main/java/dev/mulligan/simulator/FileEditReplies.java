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
        return hasResult(wire, body) ? SimulatedReply.text("All done.") : call(body);
    }

    private static boolean hasResult(Wire wire, String body) {
        return switch (wire) {
            case ANTHROPIC -> body.contains("\"tool_result\"");
            case CHAT -> body.contains("\"role\":\"tool\"");
            case RESPONSES -> body.contains("\"function_call_output\"");
            case GEMINI -> body.contains("\"functionResponse\"");
        };
    }

    /** Clients call the tool and its argument differently; the request says which of them this one has. */
    private SimulatedReply call(String body) {
        if (has(body, "Write")) {
            return SimulatedReply.call("Write", Json.object("file_path", path, "content", content));
        }
        if (has(body, "write")) {
            return SimulatedReply.call("write", Json.object("filePath", path, "content", content));
        }
        if (has(body, "write_file")) {
            return SimulatedReply.call("write_file", Json.object("file_path", path, "content", content));
        }
        String script = "printf %s '" + content + "' > " + path;
        if (has(body, "exec_command")) {
            return SimulatedReply.call("exec_command", Json.object("cmd", script));
        }
        if (has(body, "shell_command")) {
            return SimulatedReply.call("shell_command", Json.object("command", script));
        }
        return has(body, "shell")
                ? SimulatedReply.call("shell", Json.object("command", List.of("bash", "-lc", script)))
                : SimulatedReply.text("All done.");
    }

    private static boolean has(String body, String tool) {
        return body.contains("\"name\":\"" + tool + "\"");
    }
}
