package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import java.util.List;

/** Edits as tags: {@code <old_str>} and {@code <new_str>}, or the parameters of a tool call written as text. */
final class EditTags implements EditDialect {
    @Override
    public String name() {
        return "`<old_str>` and `<new_str>` tags";
    }

    @Override
    public String usedBy() {
        return "Claude's text editor tool, OpenHands, Cline and Roo (`write_to_file`)";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("tags with a path", """
                <str_replace>
                <path>src/greet.py</path>
                <old_str>
                    return "Bye " + name
                </old_str>
                <new_str>
                    return "Goodbye " + name
                </new_str>
                </str_replace>
                """),
                DialectSample.of("a part of a line", """
                <edit path="src/greet.py">
                <old_string>"Bye "</old_string>
                <new_string>"Goodbye "</new_string>
                </edit>
                """),
                DialectSample.of("under a path, in a fence", """
                src/greet.py
                ```
                <old_str>
                    return "Bye " + name
                </old_str>
                <new_str>
                    return "Goodbye " + name
                </new_str>
                ```
                """),
                DialectSample.of("a tool call", """
                <invoke name="str_replace_based_edit_tool">
                <parameter name="command">str_replace</parameter>
                <parameter name="old_str">    return "Bye " + name</parameter>
                <parameter name="new_str">    return "Goodbye " + name</parameter>
                <parameter name="path">src/greet.py</parameter>
                </invoke>
                """),
                DialectSample.of("a list of edits in a tool call", """
                <invoke name="MultiEdit">
                <parameter name="file_path">src/greet.py</parameter>
                <parameter name="edits">[{"old_string": "\\"Bye \\"", "new_string": "\\"Goodbye \\""}]</parameter>
                </invoke>
                """),
                DialectSample.of("tags around tags", """
                <file path="src/greet.py" action="modify">
                  <change>
                    <search>
                ===
                    return "Bye " + name
                ===
                    </search>
                    <content>
                ===
                    return "Goodbye " + name
                ===
                    </content>
                  </change>
                </file>
                """),
                DialectSample.of("OpenHands", """
                <function=str_replace_editor>
                <parameter=command>str_replace</parameter>
                <parameter=path>src/greet.py</parameter>
                <parameter=old_str>
                    return "Bye " + name
                </parameter>
                <parameter=new_str>
                    return "Goodbye " + name
                </parameter>
                </function>
                """),
                DialectSample.of("a whole file", """
                <write_to_file>
                <path>src/greet.py</path>
                <content>
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                </content>
                </write_to_file>
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        return new TagReader(answer).read();
    }
}
