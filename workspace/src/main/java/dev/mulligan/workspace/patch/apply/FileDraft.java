package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileChange;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.locate.HunkReading;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Everything one answer wants from one file. */
final class FileDraft {
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
    private final List<List<FileStep>> steps = new ArrayList<>();
    private final List<Wish> wishes = new ArrayList<>();
    private Optional<Boolean> executable = Optional.empty();

    FileDraft(String path, Optional<byte[]> before) {
        this.path = path;
        this.before = before;
    }

    String path() {
        return path;
    }

    /** Whether an earlier part of the answer makes this file. */
    boolean makesFile() {
        return before.isEmpty() && wishes.stream().anyMatch(Wish.Replace.class::isInstance);
    }

    void edit(List<FileStep> step, Optional<Boolean> mode) {
        wish(new Wish.Edit(), step, mode);
    }

    void replace(Action action, String text, Optional<Boolean> mode) {
        wish(new Wish.Replace(action, text), List.of(), mode);
    }

    void delete(List<FileStep> quoted, boolean unseen) {
        wish(new Wish.Delete(unseen), quoted, Optional.empty());
    }

    void moveTo(String to, boolean copy, List<FileStep> step, Optional<Boolean> mode) {
        wish(new Wish.Move(to, copy), step, mode);
    }

    void expectDone(List<FileStep> step) {
        wish(new Wish.Done(), step, Optional.empty());
    }

    private void wish(Wish wish, List<FileStep> step, Optional<Boolean> mode) {
        if (!wishes.contains(wish)) {
            wishes.add(wish);
        }
        if (!step.isEmpty()) {
            steps.add(step);
        }
        executable = mode.or(() -> executable);
    }

    void weigh(HtmlEscapes escapes) {
        escapes.weigh(path, changes(), file());
        wholeTexts().forEach(text -> escapes.weigh(path, shown(text), file()));
    }

    private TextFile file() {
        return before.flatMap(TextFile::of)
                .orElseGet(() -> TextFile.of(new byte[0]).orElseThrow());
    }

    private Stream<String> wholeTexts() {
        return wishes.stream().flatMap(wish -> wish instanceof Wish.Replace it ? Stream.of(it.text()) : Stream.of());
    }

    /** A whole file as a change: its lines are quoted where the file has them, and added where not. */
    private static List<FileStep> shown(String text) {
        return List.of(new FileStep.Substitute(text, text, FileEdit.Substitution.ONCE));
    }

    private List<FileStep> changes() {
        return steps.stream().flatMap(List::stream).toList();
    }

    Result work(PatchLimits limits, TypographicQuotes typography, HtmlEscapes escapes) {
        Wish wish = wishes.getFirst();
        if (wish instanceof Wish.Replace replace) {
            Optional<PatchProblem> escaped = escapes.problem(path, shown(replace.text()), file());
            if (escaped.isPresent()) {
                return Result.problem(escaped.get());
            }
            String whole = ((FileStep.Substitute)
                            escapes.settle(path, shown(replace.text()), file()).getFirst())
                    .fresh();
            Result made = WholeFileChange.replace(
                    path, before, replace.action(), typography.plain(whole, Set.of()), executable);
            return wishes.size() == 1 || !made.problems().isEmpty()
                    ? alone(made)
                    : onTop(made, limits, typography, escapes);
        }
        if (wish instanceof Wish.Delete delete && delete.unseen()) {
            return alone(changed(new FileChange(path, before, Optional.empty(), Optional.empty()), List.of()));
        }
        Optional<TextFile> text = before.flatMap(TextFile::of);
        if (text.isEmpty()) {
            return Result.problem(PatchProblem.in(
                    path, Kind.INVALID_PATCH, "the file is binary", "Only text files can be edited this way."));
        }
        Optional<PatchProblem> unclear = escapes.problem(path, changes(), text.get());
        if (unclear.isPresent()) {
            return Result.problem(unclear.get());
        }
        List<List<FileStep>> settled = EditSequence.regroup(steps, escapes.settle(path, changes(), text.get()));
        if (wish instanceof Wish.Delete) {
            return alone(delete(text.get(), settled));
        }
        FilePatcher.Result patched = new EditSequence(path, limits, typography).apply(text.get(), settled);
        if (!patched.problems().isEmpty()) {
            return new Result(List.of(), List.of(), patched.problems());
        }
        return switch (wish) {
            case Wish.Move move -> alone(moved(move, patched));
            case Wish.Done done
            when !patched.allThere() ->
                Result.problem(PatchProblem.in(
                        path,
                        Kind.FILE_NOT_FOUND,
                        "the file to move is not there, and the target is not its result",
                        "Check both paths."));
            default -> edited(text.get(), patched);
        };
    }

    /** Edits of a file that the same answer makes or replaces before. */
    private Result onTop(Result made, PatchLimits limits, TypographicQuotes typography, HtmlEscapes escapes) {
        boolean editsOnly = wishes.stream().skip(1).allMatch(Wish.Edit.class::isInstance);
        FileChange change = made.changes().getFirst();
        Optional<TextFile> text = change.after().flatMap(TextFile::of);
        if (!editsOnly || text.isEmpty()) {
            return contradiction();
        }
        List<List<FileStep>> settled = EditSequence.regroup(steps, escapes.settle(path, changes(), text.get()));
        FilePatcher.Result patched = new EditSequence(path, limits, typography).inTurn(text.get(), settled);
        if (!patched.problems().isEmpty()) {
            return new Result(List.of(), List.of(), patched.problems());
        }
        List<HunkPlacement> placements = new ArrayList<>(made.placements());
        placements.addAll(patched.placements());
        return changed(new FileChange(path, before, Optional.of(patched.bytes()), change.executable()), placements);
    }

    /** The file after its edits; where the answer also shows it, or a part of it, that must be the same. */
    private Result edited(TextFile text, FilePatcher.Result patched) {
        byte[] after = patched.bytes();
        TextFile result = TextFile.of(after).orElseThrow();
        for (Wish wish : wishes) {
            boolean shown = wish instanceof Wish.Edit
                    || (wish instanceof Wish.Replace replace
                            && replace.action() != Action.CREATE
                            && isPartOf(result, replace.text()));
            if (!shown) {
                return contradiction();
            }
        }
        boolean emptied = result.lines().stream().allMatch(line -> LineKey.isBlank(line.text()))
                && text.lines().stream().anyMatch(line -> !LineKey.isBlank(line.text()));
        return emptied
                ? Result.problem(WholeFileChange.emptied(path))
                : changed(new FileChange(path, before, Optional.of(after), executable), patched.placements());
    }

    private static boolean isPartOf(TextFile result, String shown) {
        List<String> lines = shown.lines().toList();
        return !shown.isBlank()
                && !new LineIndex(result).find(LineKey.TRAILING, lines).isEmpty();
    }

    private Result alone(Result result) {
        return wishes.size() == 1 ? result : contradiction();
    }

    private Result contradiction() {
        return Result.problem(PatchProblem.in(
                path,
                Kind.AMBIGUOUS,
                "the answer asks for different things for this file (edit, replace, delete or move)",
                "Ask for one of them only."));
    }

    private Result moved(Wish.Move move, FilePatcher.Result patched) {
        List<FileChange> changes = new ArrayList<>();
        changes.add(new FileChange(move.to(), Optional.empty(), Optional.of(patched.bytes()), executable));
        if (!move.copy()) {
            changes.add(new FileChange(path, before, Optional.empty(), Optional.empty()));
        }
        List<HunkPlacement> placements = new ArrayList<>(patched.placements());
        placements.add(new HunkPlacement(move.to(), 0, MatchLevel.WHOLE_FILE));
        return new Result(changes, placements, List.of());
    }

    private Result delete(TextFile text, List<List<FileStep>> settled) {
        List<Hunk> hunks = settled.stream()
                .flatMap(List::stream)
                .flatMap(change -> change instanceof FileStep.Place place ? Stream.of(place.hunk()) : Stream.of())
                .toList();
        List<String> quoted = hunks.stream()
                .flatMap(
                        hunk -> HunkReading.of(hunk).stream()
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
                    List.of(new HunkPlacement(path, 1, MatchLevel.WHOLE_FILE)));
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
