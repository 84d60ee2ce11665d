package dev.mulligan.workspace.patch;

import java.util.List;

/** {@code ------- SEARCH} blocks. */
final class DashBlocks implements Dialect {
    @Override
    public String name() {
        return "`------- SEARCH` blocks";
    }

    @Override
    public String usedBy() {
        return "Cline";
    }

    @Override
    public List<Sample> samples() {
        return List.of(Sample.of("as Cline asks for it", """
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
                """), Sample.of("in a fence, marks of other lengths", """
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
    public List<Region> read(AnswerLines answer) {
        return new BlockReader(answer, BlockMarks::opensWithDashes).read();
    }
}
