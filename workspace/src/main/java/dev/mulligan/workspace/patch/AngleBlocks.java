package dev.mulligan.workspace.patch;

import java.util.List;

/** {@code <<<<<<< SEARCH} blocks, with Roo's line numbers if it has them. */
final class AngleBlocks implements Dialect {
    @Override
    public String name() {
        return "`<<<<<<< SEARCH` blocks";
    }

    @Override
    public String usedBy() {
        return "Aider, Roo Code";
    }

    @Override
    public List<Sample> samples() {
        return List.of(
                Sample.of("as Aider asks for it", """
                src/greet.py
                <<<<<<< SEARCH
                    return "Bye " + name
                =======
                    return "Goodbye " + name
                >>>>>>> REPLACE
                """),
                Sample.of("four marks, in a fence", """
                `src/greet.py`
                ```python
                <<<< SEARCH
                    return "Bye " + name
                ====
                    return "Goodbye " + name
                >>>> REPLACE
                ```
                """),
                Sample.of("Roo's line number", """
                <apply_diff>
                <path>src/greet.py</path>
                <diff>
                <<<<<<< SEARCH
                :start_line:6
                :end_line:6
                -------
                    return "Bye " + name
                =======
                    return "Goodbye " + name
                >>>>>>> REPLACE
                </diff>
                </apply_diff>
                """),
                Sample.of("numbers copied from a listing", """
                <apply_diff>
                <args>
                <file>
                <path>src/greet.py</path>
                <diff>
                <content><![CDATA[
                <<<<<<< SEARCH>
                5 | def part(name):
                6 |     return "Bye " + name
                =======
                5 | def part(name):
                6 |     return "Goodbye " + name
                >>>>>>> REPLACE
                ]]></content>
                </diff>
                </file>
                </args>
                </apply_diff>
                """),
                Sample.of("a divider too many", """
                src/greet.py
                <<<<<<< SEARCH
                    return "Bye " + name
                =======
                =======
                    return "Goodbye " + name
                =======
                >>>>>>> REPLACE
                """));
    }

    @Override
    public List<Region> read(AnswerLines answer) {
        return new BlockReader(answer, BlockMarks::opensWithAngles).read();
    }
}
