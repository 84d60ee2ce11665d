package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.EditTag;
import dev.mulligan.workspace.patch.parse.FileTag;
import dev.mulligan.workspace.patch.parse.TagText;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tags that name their file and hold all of it, or a patch for it. */
final class FileTags implements EditDialect {
    private static final Set<String> MARKUP = Set.of("", "xml", "html", "text", "txt", "plaintext");

    @Override
    public String name() {
        return "`<file path=\"…\">` tags";
    }

    @Override
    public String usedBy() {
        return "bolt.new, Dyad, Repo Prompt, prompts of one's own";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("a whole file", """
                <file path="src/greet.py">
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                </file>
                """),
                DialectSample.of("an action of bolt.new", """
                <boltArtifact id="greet" title="Greeting">
                <boltAction type="file" filePath="src/greet.py">
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                </boltAction>
                </boltArtifact>
                """),
                DialectSample.of("a patch", """
                <file_patch path="src/greet.py">
                @@
                 def part(name):
                -    return "Bye " + name
                +    return "Goodbye " + name
                </file_patch>
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        List<AnswerRegion> regions = new ArrayList<>();
        List<String> lines = answer.lines();
        Optional<CodeFence> fence = Optional.empty();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at);
            int next = at + 1;
            if (fence.isPresent() && fence.get().isClosedBy(line)) {
                fence = Optional.empty();
            } else if (fence.isEmpty() && CodeFence.opening(line).isPresent()) {
                fence = CodeFence.opening(line);
            } else if (fence.isEmpty() || MARKUP.contains(fence.get().info().toLowerCase(Locale.ROOT))) {
                Optional<AnswerRegion> region = region(answer, at);
                if (region.isPresent()) {
                    regions.add(region.get());
                    next = Math.max(next, region.get().end());
                }
            }
            at = next;
        }
        return regions;
    }

    private static Optional<AnswerRegion> region(AnswerLines answer, int start) {
        String line = answer.lines().get(start).strip();
        Optional<EditTag> opening = FileTag.startOf(line);
        if (opening.isEmpty()) {
            return Optional.empty();
        }
        EditTag tag = opening.get();
        FileTag.Purpose purpose = FileTag.purpose(tag).orElseThrow();
        String path = FileTag.path(tag).orElseThrow();
        if (tag.attributes().endsWith("/")) {
            return Optional.of(edited(answer, start, start + 1, path, tag, purpose, List.of()));
        }
        int end = start;
        while (end < answer.lines().size()
                && !FileTag.closes(tag, answer.lines().get(end))) {
            end++;
        }
        if (end >= answer.lines().size()) {
            return Optional.of(AnswerRegion.refused(
                    start,
                    end,
                    CutOffAnswer.problem("the tag for " + path + " is not closed by </" + tag.name() + ">")));
        }
        List<String> inner = inner(answer.lines().subList(start, end + 1), line);
        boolean around = answer.isTaken(start, end + 1) && inner.stream().allMatch(FileTags::isBlankOrTag);
        return around || startsWithTag(inner)
                ? Optional.empty()
                : Optional.of(edited(answer, start, end + 1, path, tag, purpose, inner));
    }

    /** What stands between the tags, as lines. */
    private static List<String> inner(List<String> region, String first) {
        String text = String.join("\n", region).strip();
        int close = text.lastIndexOf("</");
        List<String> lines = TagText.fileText(TagText.withoutFrame(text.substring(first.indexOf('>') + 1, close)))
                .lines()
                .toList();
        boolean fenced = lines.size() > 1
                && CodeFence.opening(lines.getFirst())
                        .filter(fence -> fence.isClosedBy(lines.getLast()))
                        .isPresent()
                && lines.subList(1, lines.size() - 1).stream()
                        .noneMatch(line -> CodeFence.opening(line).isPresent());
        return fenced ? lines.subList(1, lines.size() - 1) : lines;
    }

    private static boolean isBlankOrTag(String line) {
        String text = line.strip();
        return text.isEmpty() || (text.startsWith("<") && text.endsWith(">"));
    }

    /** Tags inside say what is what; {@link EditTags} reads them. */
    private static boolean startsWithTag(List<String> inner) {
        return inner.stream()
                .filter(line -> !line.isBlank())
                .findFirst()
                .flatMap(line -> EditTag.in(line.strip()).stream().findFirst().filter(tag -> tag.start() == 0))
                .filter(tag -> !tag.closing() && TagReader.knows(tag))
                .isPresent();
    }

    private static AnswerRegion edited(
            AnswerLines answer,
            int start,
            int end,
            String path,
            EditTag tag,
            FileTag.Purpose purpose,
            List<String> inner) {
        boolean empty = inner.stream().allMatch(String::isBlank);
        List<String> region = answer.lines().subList(start, end);
        String text = String.join("\n", inner) + "\n";
        // A second such tag inside, or a part that was understood otherwise: it is unclear where this one ends.
        boolean nested = region.subList(1, Math.max(1, region.size())).stream()
                .anyMatch(line -> line.strip().toLowerCase(Locale.ROOT).startsWith("<" + tag.name() + " "));
        if (nested || answer.isTaken(start, end)) {
            return refused(start, end, path, "it is unclear where the tag for the file ends", region);
        }
        return switch (purpose) {
            case DELETE ->
                empty
                        ? AnswerRegion.of(start, end, new FileEdit.Removal(path))
                        : refused(start, end, path, "a file to delete has content", region);
            case MOVE ->
                tag.attribute("to")
                        .or(() -> tag.attribute("newpath"))
                        .or(() -> tag.attribute("new_path"))
                        .or(() -> tag.attribute("newPath"))
                        .filter(to -> empty)
                        .map(to -> AnswerRegion.of(
                                start,
                                end,
                                new FileEdit.Diff(
                                        new EditNames(path, to, false),
                                        FileEdit.Intent.RENAME,
                                        Optional.empty(),
                                        List.of())))
                        .orElseGet(() ->
                                refused(start, end, path, "a tag moves a file and does not say where to", region));
            case WRITE ->
                empty
                        ? refused(start, end, path, "the tag for a file is empty", region)
                        : AnswerRegion.of(start, end, new FileEdit.Content(path, Action.WRITE, text));
            case CHANGE -> {
                ParsedAnswer parsed = AnswerParser.parseAll(
                        AnswerLines.of(text, answer.origin().quoted(Optional.of(path), "")));
                yield parsed.edits().isEmpty() && parsed.problems().isEmpty()
                        ? refused(start, end, path, "a tag changes a file in no form that is understood", region)
                        : AnswerRegion.of(start, end, parsed);
            }
        };
    }

    private static AnswerRegion refused(int start, int end, String path, String reason, List<String> lines) {
        return AnswerRegion.refused(
                start,
                end,
                PatchProblem.in(
                        path,
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(reason, lines),
                        "Send a unified diff, or the complete file in a tag of its own."));
    }
}
