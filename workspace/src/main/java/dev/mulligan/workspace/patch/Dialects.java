package dev.mulligan.workspace.patch;

import java.util.List;

/** The table of dialects, in the order in which they look at an answer: those with the clearest marks first. */
final class Dialects {
    static final List<Dialect> ALL = List.of(
            new JsonEdits(),
            new BeginPatch(),
            new AngleBlocks(),
            new DashBlocks(),
            new BracketBlocks(),
            new EditTags(),
            new LabelledBlocks(),
            new UnifiedDiff(),
            new WholeFiles());

    private Dialects() {}
}
