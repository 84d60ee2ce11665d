package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import java.util.List;

/** {@code ------- SEARCH} blocks. */
final class DashBlocks implements EditDialect {
    @Override
    public String name() {
        return "`------- SEARCH` blocks";
    }

    @Override
    public String usedBy() {
        return "Cline";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("as Cline asks for it", """
                <replace_in_file>
                <path>src/greet.py</path>
                <diff>
                ------- SEARCH
                    return "Bye " + name
                =======
                    return "Goodbye " + name
                +++++++ REPLACE
                </diff>
                </replace_in_file>
                """),
                DialectSample.of("in a fence, marks of other lengths", """
                src/greet.py
                ```
                ----- SEARCH
                    return "Bye " + name
                =========
                    return "Goodbye " + name
                +++++ REPLACE
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        return new BlockReader(answer, BlockMarks::opensWithDashes).read();
    }
}
