package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerOrigin;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.parse.BracketMarks;
import dev.mulligan.workspace.patch.parse.LenientJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** JSON in an answer: files, replacements, tool calls, or a patch inside a string. */
final class JsonEdits implements EditDialect {
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
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("a part of a line", """
                {"file_path": "src/greet.py", "old_string": "\\"Bye \\"", "new_string": "\\"Goodbye \\""}
                """),
                DialectSample.of("a tool call", """
                ```json
                {"name": "str_replace_based_edit_tool", "input": {"command": "str_replace", "path": "src/greet.py",
                 "old_str": "    return \\"Bye \\" + name", "new_str": "    return \\"Goodbye \\" + name"}}
                ```
                """),
                DialectSample.of("a list of edits", """
                {"path": "src/greet.py", "edits": [
                  {"oldText": "    return \\"Bye \\"", "newText": "    return \\"Goodbye \\""}]}
                """),
                DialectSample.of("whole files", """
                {"files": [{"path": "src/greet.py", "action": "modify", "content":
                "def greet(name):\\n    return \\"Hello \\" + name\\n\\n\\ndef part(name):\\n    return \\"Goodbye \\" + name\\n"}]}
                """),
                DialectSample.of("a diff in a string", """
                {"path": "src/greet.py", "diff":
                "<<<<<<< SEARCH\\n    return \\"Bye \\" + name\\n=======\\n    return \\"Goodbye \\" + name\\n>>>>>>> REPLACE"}
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        if (answer.origin().depth() >= AnswerOrigin.DEEPEST) {
            return List.of();
        }
        List<AnswerRegion> regions = new ArrayList<>();
        List<String> lines = answer.lines();
        char[] text = new char[0];
        int offset = 0;
        int failed = 0;
        for (int i = 0; i < lines.size() && failed < MOST_FAILURES && !isOtherDialect(lines.get(i)); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("{") || line.startsWith("[")) {
                text = text.length == 0 ? String.join("\n", lines).toCharArray() : text;
                Optional<AnswerRegion> region = region(answer, i, text, offset);
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
                || BracketMarks.opens(line)
                || line.startsWith("<old_str");
    }

    private static Optional<AnswerRegion> region(AnswerLines answer, int start, char[] text, int offset) {
        LenientJson.Read read = LenientJson.read(text, offset);
        if (read.value().isPresent()) {
            int end = start + 1;
            for (int i = offset; i < Math.min(text.length, offset + read.end()); i++) {
                end += text[i] == '\n' ? 1 : 0;
            }
            ParsedAnswer parsed =
                    new JsonEditFinder(answer.origin()).walk(read.value().get());
            return parsed.edits().isEmpty() && parsed.problems().isEmpty()
                    ? Optional.empty()
                    : Optional.of(AnswerRegion.of(start, end, parsed));
        }
        return read.started() && JsonEditFinder.mayHoldEdits(new String(text, offset, text.length - offset))
                ? Optional.of(AnswerRegion.refused(
                        start,
                        answer.lines().size(),
                        PatchProblem.of(
                                Kind.INVALID_PATCH,
                                "the JSON is cut off or malformed: " + read.reason(),
                                "Send it again as one complete JSON document.")))
                : Optional.empty();
    }
}
