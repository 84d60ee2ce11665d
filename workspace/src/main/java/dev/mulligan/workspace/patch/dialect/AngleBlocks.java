package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import java.util.List;

/** {@code <<<<<<< SEARCH} blocks, with Roo's line numbers if it has them. */
final class AngleBlocks implements EditDialect {
    @Override
    public String name() {
        return "`<<<<<<< SEARCH` blocks";
    }

    @Override
    public String usedBy() {
        return "Aider, Roo Code, Void, gptme";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("as Aider asks for it", """
                src/greet.py
                <<<<<<< SEARCH
                    return "Bye " + name
                =======
                    return "Goodbye " + name
                >>>>>>> REPLACE
                """),
                DialectSample.of("other words, the path on the fence", """
                ```patch src/greet.py
                <<<<<<< ORIGINAL
                    return "Bye " + name
                =======
                    return "Goodbye " + name
                >>>>>>> UPDATED
                ```
                """),
                DialectSample.of("four marks, in a fence", """
                `src/greet.py`
                ```python
                <<<< SEARCH
                    return "Bye " + name
                ====
                    return "Goodbye " + name
                >>>> REPLACE
                ```
                """),
                DialectSample.of("Roo's line number", """
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
                DialectSample.of("numbers copied from a listing", """
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
                DialectSample.of("a divider too many", """
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
    public List<AnswerRegion> read(AnswerLines answer) {
        return new BlockReader(answer, BlockMarks::opensWithAngles).read();
    }
}
