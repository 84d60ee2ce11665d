package dev.mulligan.simulator;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.Reply;
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
    public Reply to(Wire wire, String body) {
        return switch (wire) {
            case ANTHROPIC -> body.contains("\"tool_result\"") ? Reply.text("All done.") : write(body);
            case RESPONSES -> body.contains("\"function_call_output\"") ? Reply.text("All done.") : shell(body);
            case CHAT, GEMINI -> Reply.text("All done.");
        };
    }

    /** Clients call the tool and its argument differently; the request says which of them this one has. */
    private Reply write(String body) {
        return body.contains("\"name\":\"write\"")
                ? Reply.call("write", Json.object("filePath", path, "content", content))
                : Reply.call("Write", Json.object("file_path", path, "content", content));
    }

    /** The shell has had several names and shapes; the request says which of them this client has. */
    private Reply shell(String body) {
        String script = "printf %s '" + content + "' > " + path;
        if (body.contains("\"name\":\"exec_command\"")) {
            return Reply.call("exec_command", Json.object("cmd", script));
        }
        if (body.contains("\"name\":\"shell_command\"")) {
            return Reply.call("shell_command", Json.object("command", script));
        }
        return Reply.call("shell", Json.object("command", List.of("bash", "-lc", script)));
    }
}
