package dev.mulligan.workspace.patch;

import java.util.List;

/** A path on its own line, then the complete file in a fence. */
final class WholeFiles implements Dialect {
    @Override
    public String name() {
        return "whole files under their path";
    }

    @Override
    public String usedBy() {
        return "every model; Aider (`whole`)";
    }

    @Override
    public List<Sample> samples() {
        return List.of(Sample.of("a path and a fence", """
                src/greet.py
                ```python
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                ```
                """));
    }

    @Override
    public List<Region> read(AnswerLines answer) {
        return new WholeFileParser(answer).parse();
    }
}
