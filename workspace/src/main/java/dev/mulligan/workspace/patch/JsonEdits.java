package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** JSON in an answer: files, replacements, tool calls, or a patch inside a string. */
final class JsonEdits implements Dialect {
    private static final int MOST_FAILURES = 40;

    @Override
    public String name() {
        return "JSON: files, edits, tool calls";
    }

    @Override
    public String usedBy() {
        return "structured output; tool calls of Claude Code, Gemini CLI, Roo, MCP's filesystem server";
    }

    @Override
    public List<Sample> samples() {
        return List.of(
                Sample.of("a part of a line", """
                {"file_path": "src/greet.py", "old_string": "\\"Bye \\"", "new_string": "\\"Goodbye \\""}
                """),
                Sample.of("a tool call", """
                ```json
                {"name": "str_replace_based_edit_tool", "input": {"command": "str_replace", "path": "src/greet.py",
                 "old_str": "    return \\"Bye \\" + name", "new_str": "    return \\"Goodbye \\" + name"}}
                ```
                """),
                Sample.of("a list of edits", """
                {"path": "src/greet.py", "edits": [
                  {"oldText": "    return \\"Bye \\"", "newText": "    return \\"Goodbye \\""}]}
                """),
                Sample.of("whole files", """
                {"files": [{"path": "src/greet.py", "action": "modify", "content":
                "def greet(name):\\n    return \\"Hello \\" + name\\n\\n\\ndef part(name):\\n    return \\"Goodbye \\" + name\\n"}]}
                """),
                Sample.of("a diff in a string", """
                {"path": "src/greet.py", "diff":
                "<<<<<<< SEARCH\\n    return \\"Bye \\" + name\\n=======\\n    return \\"Goodbye \\" + name\\n>>>>>>> REPLACE"}
                """));
    }

    @Override
    public List<Region> read(AnswerLines answer) {
        if (answer.origin().depth() >= Origin.DEEPEST) {
            return List.of();
        }
        List<Region> regions = new ArrayList<>();
        List<String> lines = answer.lines();
        char[] text = new char[0];
        int offset = 0;
        int failed = 0;
        for (int i = 0; i < lines.size() && failed < MOST_FAILURES && !isOtherDialect(lines.get(i)); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("{") || line.startsWith("[")) {
                text = text.length == 0 ? String.join("\n", lines).toCharArray() : text;
                Optional<Region> region = region(answer, i, text, offset);
                failed += region.isPresent() ? 0 : 1;
                for (; region.isPresent() && i < region.get().end() - 1; i++) {
                    offset += lines.get(i).length() + 1;
                }
                region.ifPresent(regions::add);
            }
            offset += lines.get(i).length() + 1;
        }
        return regions;
    }

    /** Braces inside a patch are the code it changes. */
    private static boolean isOtherDialect(String line) {
        return line.startsWith("--- ")
                || line.startsWith("diff --git ")
                || line.startsWith("@@")
                || line.startsWith("*** Begin Patch")
                || BlockMarks.opens(line)
                || BracketBlocks.opens(line)
                || line.startsWith("<old_str");
    }

    private static Optional<Region> region(AnswerLines answer, int start, char[] text, int offset) {
        JsonReader.Read read = JsonReader.read(text, offset);
        if (read.value().isPresent()) {
            int end = start + 1;
            for (int i = offset; i < Math.min(text.length, offset + read.end()); i++) {
                end += text[i] == '\n' ? 1 : 0;
            }
            ParsedAnswer parsed =
                    new JsonWalk(answer.origin()).walk(read.value().get());
            return parsed.edits().isEmpty() && parsed.problems().isEmpty()
                    ? Optional.empty()
                    : Optional.of(Region.of(start, end, parsed));
        }
        return read.started() && JsonWalk.mayHoldEdits(new String(text, offset, text.length - offset))
                ? Optional.of(Region.refused(
                        start,
                        answer.lines().size(),
                        PatchProblem.of(
                                Kind.INVALID_PATCH,
                                "the JSON is cut off or malformed: " + read.reason(),
                                "Send it again as one complete JSON document.")))
                : Optional.empty();
    }
}
