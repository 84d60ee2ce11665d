package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import java.util.List;

/** A path on its own line, then the complete file in a fence. */
final class WholeFiles implements EditDialect {
    @Override
    public String name() {
        return "whole files under their path";
    }

    @Override
    public String usedBy() {
        return "every model; Aider (`whole`)";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(DialectSample.of("a path and a fence", """
                src/greet.py
                ```python
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                ```
                """), DialectSample.of("the path on the fence", """
                ```python src/greet.py
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        return new WholeFileParser(answer).parse();
    }
}
