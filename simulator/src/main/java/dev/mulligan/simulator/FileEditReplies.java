package dev.mulligan.simulator;

import dev.mulligan.wire.Json;
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
            case ANTHROPIC ->
                body.contains("\"tool_result\"")
                        ? Reply.text("All done.")
                        : Reply.call("Write", Json.object("file_path", path, "content", content));
            case OPENAI_RESPONSES ->
                body.contains("\"function_call_output\"")
                        ? Reply.text("All done.")
                        : Reply.call(
                                "shell",
                                Json.object(
                                        "command", List.of("bash", "-lc", "printf %s '" + content + "' > " + path)));
            case OPENAI_CHAT, GEMINI -> Reply.text("All done.");
        };
    }
}
