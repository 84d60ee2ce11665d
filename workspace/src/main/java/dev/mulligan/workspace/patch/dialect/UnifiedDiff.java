package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import java.util.List;

/** Unified and git diffs, as complete as the model made them. */
final class UnifiedDiff implements EditDialect {
    @Override
    public String name() {
        return "unified and git diffs";
    }

    @Override
    public String usedBy() {
        return "every model; Aider (`udiff`)";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("complete", """
                --- a/src/greet.py
                +++ b/src/greet.py
                @@ -5,2 +5,2 @@
                 def part(name):
                -    return "Bye " + name
                +    return "Goodbye " + name
                """),
                DialectSample.of("without numbers", """
                ```diff
                diff --git a/src/greet.py b/src/greet.py
                @@ ... @@
                -    return "Bye " + name
                +    return "Goodbye " + name
                ```
                """),
                DialectSample.of("without a hunk header", """
                --- src/greet.py
                +++ src/greet.py
                 def part(name):
                -    return "Bye " + name
                +    return "Goodbye " + name
                """),
                DialectSample.of("without any header", """
                src/greet.py
                ```diff
                 def part(name):
                -    return "Bye " + name
                +    return "Goodbye " + name
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        return new DiffParser(answer).parse();
    }
}
