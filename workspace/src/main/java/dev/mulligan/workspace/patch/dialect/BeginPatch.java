package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import java.util.List;

/** {@code *** Begin Patch}. */
final class BeginPatch implements EditDialect {
    @Override
    public String name() {
        return "`*** Begin Patch`";
    }

    @Override
    public String usedBy() {
        return "Codex, OpenAI's models, Cline, Roo (`apply_patch`)";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("a change", """
                        *** Begin Patch
                        *** Update File: src/greet.py
                        @@ def part(name):
                        -    return "Bye " + name
                        +    return "Goodbye " + name
                        *** End Patch
                        """),
                DialectSample.of("at the end of the file, from another folder", """
                        ```bash
                        cd src && apply_patch <<'EOF'
                        *** Begin Patch
                        *** Update File: greet.py
                        @@
                        -    return "Bye " + name
                        +    return "Goodbye " + name
                        *** End of File
                        *** End Patch
                        EOF
                        ```
                        """),
                new DialectSample(
                        "lines added at the end", """
                        *** Begin Patch
                        *** Update File: src/greet.py
                        @@
                        +
                        +
                        +def wave():
                        +    return "o/"
                        *** End of File
                        *** End Patch
                        """, DialectSample.BEFORE + "\n\ndef wave():\n    return \"o/\"\n"));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        return new BeginPatchParser(answer).parse();
    }
}
