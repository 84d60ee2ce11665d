package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Intent;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the headers of one file in a diff have said so far, and its hunks. */
public final class DiffFile {
    private EditNames names;
    private Intent intent = Intent.UPDATE;
    private Optional<Boolean> executable = Optional.empty();
    private final List<Hunk> hunks = new ArrayList<>();
    private Optional<PatchProblem> problem = Optional.empty();
    private boolean hasMinus;

    public DiffFile(EditNames names) {
        this.names = names;
    }

    public EditNames names() {
        return names;
    }

    public List<Hunk> hunks() {
        return hunks;
    }

    public boolean isNew() {
        return intent == Intent.CREATE;
    }

    /** Whether a {@code ---}/{@code +++} pair may still belong to this file. */
    public boolean wantsNames() {
        return hunks.isEmpty() && !hasMinus;
    }

    public void named(String from, String to) {
        hasMinus = true;
        if (intent == Intent.RENAME || intent == Intent.COPY) {
            return;
        }
        if (from.isEmpty() && !to.isEmpty()) {
            intent = Intent.CREATE;
        } else if (to.isEmpty() && !from.isEmpty()) {
            intent = Intent.DELETE;
        }
        names = new EditNames(from, to, true);
    }

    public boolean isHeader(String line) {
        return line.startsWith("index ") || line.startsWith("new file mode ") || line.startsWith("Binary files ");
    }

    /** One of git's extended header lines; false if it is none. */
    public boolean header(String line) {
        if (line.startsWith("new file mode ")) {
            intent = Intent.CREATE;
            mode(line);
        } else if (line.startsWith("deleted file mode ")) {
            intent = Intent.DELETE;
        } else if (line.startsWith("new mode ")) {
            mode(line);
        } else if (line.startsWith("rename from ") || line.startsWith("copy from ")) {
            intent = line.startsWith("rename") ? Intent.RENAME : Intent.COPY;
            names = new EditNames(DiffNames.clean(line.substring(line.indexOf("from ") + 5)), names.to(), false);
        } else if (line.startsWith("rename to ") || line.startsWith("copy to ")) {
            names = new EditNames(names.from(), DiffNames.clean(line.substring(line.indexOf("to ") + 3)), false);
        } else if (line.startsWith("GIT binary patch")
                || (line.startsWith("Binary files ") && line.endsWith(" differ"))) {
            problem = Optional.of(PatchProblem.in(
                    names.shown(),
                    Kind.INVALID_PATCH,
                    "binary changes cannot be applied",
                    "Leave binary files alone."));
        } else {
            return line.startsWith("index ")
                    || line.startsWith("old mode ")
                    || line.startsWith("similarity index ")
                    || line.startsWith("dissimilarity index ");
        }
        return true;
    }

    private void mode(String line) {
        String mode = line.substring(line.lastIndexOf(' ') + 1).strip();
        executable = mode.equals("100755") ? Optional.of(true) : executable;
        if (line.startsWith("new mode") && mode.equals("100644")) {
            executable = Optional.of(false);
        }
        if (mode.equals("120000") || mode.equals("160000")) {
            problem = Optional.of(PatchProblem.in(
                    names.shown(),
                    Kind.FORBIDDEN_PATH,
                    mode.equals("120000") ? "the patch makes a symbolic link" : "the patch makes a submodule",
                    "Only regular files can be made."));
        }
    }

    public void refuse(PatchProblem reason) {
        problem = Optional.of(reason);
    }

    /** What the file's lines ask for. Names of a new file with nothing under them have lost its content. */
    public AnswerRegion finish(List<AnswerRegion.Span> lines) {
        List<PatchProblem> problems = new ArrayList<>(problem.stream().toList());
        if (intent == Intent.CREATE && hasMinus && hunks.isEmpty() && problems.isEmpty()) {
            problems.add(PatchProblem.in(
                    names.shown(),
                    Kind.INVALID_PATCH,
                    "the diff makes a new file and has no lines for it",
                    "Give the lines of the new file, each with a + before it, under a line @@ -0,0 +1 @@."));
        }
        return new AnswerRegion(lines, List.of(new FileEdit.Diff(names, intent, executable, hunks)), problems);
    }
}
