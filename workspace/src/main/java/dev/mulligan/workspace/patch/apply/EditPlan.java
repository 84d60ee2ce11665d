package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileChange;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.edit.SourceTree;
import dev.mulligan.workspace.patch.path.EditPaths;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the edits of an answer by file, works each file out, and says what came of all of them together. */
public final class EditPlan {
    private final SourceTree tree;
    private final EditPaths paths;
    private final PatchLimits limits;
    private final TypographicQuotes typography;
    private final HtmlEscapes escapes = new HtmlEscapes();
    private final Map<String, FileDraft> drafts = new LinkedHashMap<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private final List<String> there = new ArrayList<>();
    private final List<PatchProblem> goneAlready = new ArrayList<>();
    private final List<HunkPlacement> placements = new ArrayList<>();
    private boolean headersOnly;

    public EditPlan(SourceTree tree, EditPaths paths, PatchLimits limits, TypographicQuotes typography) {
        this.typography = typography;
        this.tree = tree;
        this.paths = paths;
        this.limits = limits;
    }

    public PatchOutcome work(List<FileEdit> edits) throws IOException {
        for (FileEdit edit : edits) {
            switch (edit) {
                case FileEdit.Diff diff -> gather(diff);
                case FileEdit.Content content -> gather(content, edits);
                case FileEdit.Substitution it ->
                    change(it.path(), new FileStep.Substitute(it.old(), it.fresh(), it.times()));
                case FileEdit.Insertion it -> change(it.path(), new FileStep.Insert(it.after(), it.text()));
                case FileEdit.OneOf it -> change(it.path(), new FileStep.OneOf(it.readings()));
                case FileEdit.Removal removal -> remove(EditNames.plain(removal.path()), List.of(), true);
            }
        }
        drafts.values().forEach(draft -> draft.weigh(escapes));
        List<FileChange> changes = new ArrayList<>();
        for (FileDraft draft : drafts.values()) {
            work(draft, changes);
        }
        if (!goneAlready.isEmpty() && (!changes.isEmpty() || there.isEmpty())) {
            problems.addAll(goneAlready);
        }
        if (!problems.isEmpty()) {
            return new PatchOutcome.Refused(problems);
        }
        if (!changes.isEmpty()) {
            return new PatchOutcome.Applied(changes, placements);
        }
        return there.isEmpty() && headersOnly
                ? new PatchOutcome.NoOp("the diff has headers only and changes nothing")
                : new PatchOutcome.AlreadyApplied(there);
    }

    private void gather(FileEdit.Diff diff) throws IOException {
        EditNames names = diff.names();
        switch (diff.intent()) {
            case UPDATE -> update(diff);
            case CREATE -> create(paths.fresh(names.to(), names.diff()), diff);
            case DELETE -> remove(names, diff.hunks(), false);
            case RENAME, COPY -> move(diff);
        }
    }

    private void change(String name, FileStep change) throws IOException {
        Optional<FileDraft> made = made(EditNames.plain(name));
        if (made.isPresent()) {
            made.get().edit(List.of(change), Optional.empty());
            return;
        }
        EditPaths.Resolved resolved = paths.existing(EditNames.plain(name));
        if (refused(resolved)) {
            return;
        }
        if (tree.kind(resolved.path()) == SourceTree.Kind.MISSING) {
            problems.add(notFound(resolved.path()));
        } else {
            draft(resolved.path()).ifPresent(draft -> draft.edit(List.of(change), Optional.empty()));
        }
    }

    /** The file that an earlier part of the answer makes under this name. */
    private Optional<FileDraft> made(EditNames names) {
        String name = names.diff() ? EditNames.stripped(names.to()) : names.to();
        return Optional.ofNullable(drafts.get(name)).filter(FileDraft::makesFile);
    }

    private static List<FileStep> changes(List<Hunk> hunks) {
        return hunks.stream().<FileStep>map(FileStep.Place::new).toList();
    }

    private void update(FileEdit.Diff diff) throws IOException {
        Optional<FileDraft> made = made(diff.names());
        if (made.isPresent()) {
            made.get().edit(changes(diff.hunks()), diff.executable());
            return;
        }
        EditPaths.Resolved resolved = paths.existing(diff.names());
        if (refused(resolved)) {
            return;
        }
        String path = resolved.path();
        boolean missing = tree.kind(path) == SourceTree.Kind.MISSING;
        boolean onlyAdds = !diff.hunks().isEmpty() && diff.hunks().stream().allMatch(Hunk::onlyAdds);
        if (missing && onlyAdds) {
            create(paths.fresh(diff.names().to(), diff.names().prefixed()), diff);
        } else if (missing) {
            problems.add(notFound(path));
        } else if (diff.hunks().isEmpty() && diff.executable().isEmpty()) {
            headersOnly = true;
        } else {
            draft(path).ifPresent(draft -> draft.edit(changes(diff.hunks()), diff.executable()));
        }
    }

    private void create(EditPaths.Resolved resolved, FileEdit.Diff diff) throws IOException {
        if (refused(resolved)) {
            return;
        }
        if (!diff.hunks().stream().allMatch(Hunk::onlyAdds) || diff.hunks().size() > 1) {
            problems.add(PatchProblem.in(
                    resolved.path(),
                    Kind.INVALID_PATCH,
                    "a new file must consist of added lines in one hunk",
                    "Start every line of a new file with +."));
            return;
        }
        StringBuilder text = new StringBuilder();
        diff.hunks()
                .forEach(hunk ->
                        hunk.lines().forEach(line -> text.append(line.text()).append('\n')));
        boolean noNewline = diff.hunks().stream().anyMatch(Hunk::newLacksNewline);
        if (noNewline && !text.isEmpty()) {
            text.setLength(text.length() - 1);
        }
        draft(resolved.path()).ifPresent(draft -> draft.replace(Action.CREATE, text.toString(), diff.executable()));
    }

    private void gather(FileEdit.Content content, List<FileEdit> all) throws IOException {
        EditNames names = EditNames.plain(content.path());
        EditPaths.Resolved resolved =
                content.action() == Action.CREATE ? paths.fresh(content.path(), false) : paths.existing(names);
        if (refused(resolved)) {
            return;
        }
        boolean missing = tree.kind(resolved.path()) == SourceTree.Kind.MISSING;
        if (missing && content.action() == Action.MODIFY) {
            problems.add(notFound(resolved.path()));
            return;
        }
        if (missing && refused(paths.fresh(resolved.path(), false))) {
            return;
        }
        if (!missing && all.size() > 1 && content.action() == Action.WRITE && shows(resolved.path(), content)) {
            if (!quotes(resolved.path(), content, all)) {
                problems.add(PatchProblem.in(
                        resolved.path(),
                        Kind.AMBIGUOUS,
                        "the text under the path is a part of the file as it is: it may be quoted, or be what is to be left",
                        "Send a diff if lines are to go; leave the file out if it stays as it is."));
            }
            return;
        }
        draft(resolved.path()).ifPresent(draft -> draft.replace(content.action(), content.text(), Optional.empty()));
    }

    /** Whether a text under a path is some lines of the file, one after the other, and not all of them. */
    private boolean shows(String path, FileEdit.Content content) throws IOException {
        if (tree.kind(path) != SourceTree.Kind.FILE || tree.size(path) > limits.fileBytes()) {
            return false;
        }
        List<String> lines = content.text().lines().toList();
        return TextFile.of(tree.read(path))
                .filter(file -> lines.size() < file.size())
                .filter(file ->
                        !new LineIndex(file).find(LineKey.TRAILING, lines).isEmpty())
                .isPresent();
    }

    /** Whether such a text is there for reading only: it is short, or other parts of the answer edit the file. */
    private boolean quotes(String path, FileEdit.Content content, List<FileEdit> all) throws IOException {
        List<String> lines = content.text().lines().toList();
        boolean edited = all.stream()
                .anyMatch(edit ->
                        !(edit instanceof FileEdit.Content) && edit.shownPath().equals(content.path()));
        return TextFile.of(tree.read(path))
                .filter(file -> edited ? lines.size() < file.size() : lines.size() * 3 < file.size())
                .isPresent();
    }

    private void remove(EditNames names, List<Hunk> hunks, boolean unseen) throws IOException {
        EditPaths.Resolved resolved = paths.existing(names);
        if (refused(resolved)) {
            return;
        }
        if (tree.kind(resolved.path()) == SourceTree.Kind.MISSING) {
            goneAlready.add(notFound(resolved.path()));
            return;
        }
        draft(resolved.path()).ifPresent(draft -> draft.delete(changes(hunks), unseen));
    }

    private void move(FileEdit.Diff diff) throws IOException {
        EditNames names = diff.names();
        EditPaths.Resolved from = paths.existing(new EditNames(names.from(), "", names.diff()));
        EditPaths.Resolved to = paths.fresh(names.to(), names.diff());
        if (refused(from) || refused(to)) {
            return;
        }
        boolean gone = tree.kind(from.path()) == SourceTree.Kind.MISSING;
        boolean arrived = tree.kind(to.path()) == SourceTree.Kind.FILE;
        boolean copy = diff.intent() == FileEdit.Intent.COPY;
        if (gone && arrived && !copy) {
            draft(to.path()).ifPresent(draft -> draft.expectDone(changes(diff.hunks())));
        } else if (gone) {
            problems.add(notFound(from.path()));
        } else if (arrived) {
            problems.add(PatchProblem.in(
                    to.path(), Kind.ALREADY_EXISTS, "the file to move to exists already", "Choose another name."));
        } else {
            draft(from.path())
                    .ifPresent(draft -> draft.moveTo(to.path(), copy, changes(diff.hunks()), diff.executable()));
        }
    }

    private boolean refused(EditPaths.Resolved resolved) {
        resolved.problem().ifPresent(problems::add);
        return resolved.problem().isPresent();
    }

    private Optional<FileDraft> draft(String path) throws IOException {
        FileDraft known = drafts.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<byte[]> before = Optional.empty();
        if (tree.kind(path) == SourceTree.Kind.FILE) {
            if (tree.size(path) > limits.fileBytes()) {
                problems.add(tooLarge(path));
                return Optional.empty();
            }
            before = Optional.of(tree.read(path));
        }
        FileDraft draft = new FileDraft(path, before);
        drafts.put(path, draft);
        return Optional.of(draft);
    }

    private void work(FileDraft draft, List<FileChange> changes) {
        FileDraft.Result result = draft.work(limits, typography, escapes);
        problems.addAll(result.problems());
        placements.addAll(result.placements());
        int size = changes.size();
        for (FileChange change : result.changes()) {
            if (change.after()
                    .filter(bytes -> bytes.length > limits.fileBytes())
                    .isPresent()) {
                problems.add(tooLarge(change.path()));
            } else if (isChange(change)) {
                changes.add(change);
            }
        }
        if (result.problems().isEmpty() && changes.size() == size) {
            there.add(draft.path());
        }
    }

    private static boolean isChange(FileChange change) {
        if (change.executable().isPresent()
                || change.before().isPresent() != change.after().isPresent()) {
            return true;
        }
        return change.before().isPresent()
                && !Arrays.equals(change.before().get(), change.after().orElseThrow());
    }

    private PatchProblem tooLarge(String path) {
        return PatchProblem.in(
                path, Kind.TOO_LARGE, "the file is over " + limits.fileBytes() + " bytes", "Leave this file alone.");
    }

    private static PatchProblem notFound(String path) {
        return PatchProblem.in(
                path, Kind.FILE_NOT_FOUND, "there is no such file", "Check the path from the root of the workspace.");
    }
}
