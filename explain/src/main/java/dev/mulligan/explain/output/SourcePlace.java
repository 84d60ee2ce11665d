package dev.mulligan.explain.output;

/** A place in source code; line 0 when unknown. */
public record SourcePlace(String file, int line) {
    public SourcePlace {
        file = SourcePaths.tidy(file);
    }

    public boolean library() {
        return SourcePaths.library(file);
    }
}
