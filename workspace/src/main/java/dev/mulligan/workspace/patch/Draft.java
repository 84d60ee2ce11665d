package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.FileEdit.Action;
import dev.mulligan.workspace.patch.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Everything one answer wants from one file. */
final class Draft {
    record Result(List<FileChange> changes, List<HunkPlacement> placements, List<PatchProblem> problems) {
        static Result problem(PatchProblem problem) {
            return new Result(List.of(), List.of(), List.of(problem));
        }
    }

    private sealed interface Wish {
        record Edit() implements Wish {}

        record Replace(Action action, String text) implements Wish {}

        record Delete(boolean unseen) implements Wish {}

        record Move(String to, boolean copy) implements Wish {}

        record Done() implements Wish {}
    }

    private final String path;
    private final Optional<byte[]> before;
    private final List<Hunk> hunks = new ArrayList<>();
    private final List<Wish> wishes = new ArrayList<>();
    private Optional<Boolean> executable = Optional.empty();

    Draft(String path, Optional<byte[]> before) {
        this.path = path;
        this.before = before;
    }

    String path() {
        return path;
    }

    void edit(List<Hunk> more, Optional<Boolean> mode) {
        wish(new Wish.Edit(), more, mode);
    }

    void replace(Action action, String text, Optional<Boolean> mode) {
        wish(new Wish.Replace(action, text), List.of(), mode);
    }

    void delete(List<Hunk> quoted, boolean unseen) {
        wish(new Wish.Delete(unseen), quoted, Optional.empty());
    }

    void moveTo(String to, boolean copy, List<Hunk> more, Optional<Boolean> mode) {
        wish(new Wish.Move(to, copy), more, mode);
    }

    void expectDone(List<Hunk> more) {
        wish(new Wish.Done(), more, Optional.empty());
    }

    private void wish(Wish wish, List<Hunk> more, Optional<Boolean> mode) {
        if (!wishes.contains(wish)) {
            wishes.add(wish);
        }
        for (Hunk hunk : more) {
            hunks.add(hunk.numbered(hunks.size() + 1));
        }
        executable = mode.or(() -> executable);
    }

    Result work(Limits limits, Typography typography) {
        if (wishes.size() > 1) {
            return Result.problem(PatchProblem.in(
                    path,
                    Kind.AMBIGUOUS,
                    "the answer asks for different things for this file (edit, replace, delete or move)",
                    "Ask for one of them only."));
        }
        Wish wish = wishes.getFirst();
        if (wish instanceof Wish.Replace replace) {
            return WholeFile.replace(
                    path, before, replace.action(), typography.plain(replace.text(), Set.of()), executable);
        }
        if (wish instanceof Wish.Delete delete && delete.unseen()) {
            return changed(new FileChange(path, before, Optional.empty(), Optional.empty()), List.of());
        }
        Optional<TextFile> text = before.flatMap(TextFile::of);
        if (text.isEmpty()) {
            return Result.problem(PatchProblem.in(
                    path, Kind.INVALID_PATCH, "the file is binary", "Only text files can be edited this way."));
        }
        if (wish instanceof Wish.Delete) {
            return delete(text.get());
        }
        FilePatcher.Result patched = new FilePatcher(path, text.get(), limits, typography).apply(hunks);
        if (!patched.problems().isEmpty()) {
            return new Result(List.of(), List.of(), patched.problems());
        }
        return switch (wish) {
            case Wish.Move move -> moved(move, patched);
            case Wish.Done done
            when !patched.allThere() ->
                Result.problem(PatchProblem.in(
                        path,
                        Kind.FILE_NOT_FOUND,
                        "the file to move is not there, and the target is not its result",
                        "Check both paths."));
            default ->
                changed(new FileChange(path, before, Optional.of(patched.bytes()), executable), patched.placements());
        };
    }

    private Result moved(Wish.Move move, FilePatcher.Result patched) {
        List<FileChange> changes = new ArrayList<>();
        changes.add(new FileChange(move.to(), Optional.empty(), Optional.of(patched.bytes()), executable));
        if (!move.copy()) {
            changes.add(new FileChange(path, before, Optional.empty(), Optional.empty()));
        }
        List<HunkPlacement> placements = new ArrayList<>(patched.placements());
        placements.add(new HunkPlacement(move.to(), 0, Rung.WHOLE_FILE));
        return new Result(changes, placements, List.of());
    }

    private Result delete(TextFile text) {
        List<String> quoted = hunks.stream()
                .flatMap(
                        hunk -> Reading.of(hunk).stream()
                                .filter(reading -> !reading.repaired())
                                .findFirst()
                                .orElseThrow()
                                .oldSide()
                                .stream())
                .toList();
        boolean same = quoted.size() == text.size();
        for (int i = 0; same && i < quoted.size(); i++) {
            same = LineKey.PUNCTUATION.of(quoted.get(i)).equals(LineKey.PUNCTUATION.of(text.text(i)));
        }
        if (same && hunks.stream().allMatch(hunk -> hunk.lines().stream().noneMatch(HunkLine::isNew))) {
            return changed(
                    new FileChange(path, before, Optional.empty(), Optional.empty()),
                    List.of(new HunkPlacement(path, 1, Rung.WHOLE_FILE)));
        }
        return Result.problem(PatchProblem.in(
                path,
                Kind.HUNK_FAILED,
                "the file to delete is not what the diff quotes",
                "Read the file again before deleting it."));
    }

    private static Result changed(FileChange change, List<HunkPlacement> placements) {
        return new Result(List.of(change), placements, List.of());
    }
}
