package dev.mulligan.workspace.patch.dialect;

import java.util.List;

/** The table of dialects, in the order in which they look at an answer: those with the clearest marks first. */
public final class EditDialects {
    public static final List<EditDialect> ALL = List.of(
            new JsonEdits(),
            new BeginPatch(),
            new AngleBlocks(),
            new DashBlocks(),
            new BracketBlocks(),
            new FileTags(),
            new EditTags(),
            new ShellFiles(),
            new LabelledBlocks(),
            new UnifiedDiff(),
            new WholeFiles());

    private EditDialects() {}
}
