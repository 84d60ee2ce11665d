package dev.mulligan.workspace.patch;

import java.util.List;

/** {@code *** Begin Patch}. */
final class BeginPatch implements Dialect {
    @Override
    public String name() {
        return "`*** Begin Patch`";
    }

    @Override
    public String usedBy() {
        return "Codex, OpenAI's models, Cline, Roo (`apply_patch`)";
    }

    @Override
    public List<Sample> samples() {
        return List.of(
                Sample.of("a change", """
                        *** Begin Patch
                        *** Update File: src/greet.py
                        @@ def part(name):
                        -    return "Bye " + name
                        +    return "Goodbye " + name
                        *** End Patch
                        """),
                Sample.of("at the end of the file, from another folder", """
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
                new Sample("lines added at the end", """
                        *** Begin Patch
                        *** Update File: src/greet.py
                        @@
                        +
                        +
                        +def wave():
                        +    return "o/"
                        *** End of File
                        *** End Patch
                        """, Sample.BEFORE + "\n\ndef wave():\n    return \"o/\"\n"));
    }

    @Override
    public List<Region> read(AnswerLines answer) {
        return new BeginPatchParser(answer).parse();
    }
}
