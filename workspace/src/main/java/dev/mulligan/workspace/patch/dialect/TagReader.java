package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockName;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.EditTag;
import dev.mulligan.workspace.patch.parse.TagText;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.text.HtmlEntities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Collects the tags of an answer that carry parts of edits, and makes edits of those that belong together. */
final class TagReader {
    private static final Set<String> OLD =
            Set.of("old_str", "old_string", "old_text", "oldtext", "old_code", "search", "find", "old_content");
    private static final Set<String> NEW =
            Set.of("new_str", "new_string", "new_text", "newtext", "new_code", "replace", "replacement", "new_content");
    private static final Set<String> PATHS =
            Set.of("path", "file_path", "filepath", "filename", "file_name", "target_file", "relative_path");
    private static final Set<String> CONTENTS = Set.of("content", "file_text", "contents", "file_content");
    private static final Set<String> GROUPS = Set.of(
            "invoke",
            "function",
            "str_replace",
            "edit",
            "edit_file",
            "replace_in_file",
            "search_and_replace",
            "search_replace",
            "write_to_file",
            "create_file",
            "write_file",
            "delete_file",
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "multi_edit",
            "multiedit");

    /** A tag's name with what stands in it. */
    private record Part(String name, String text, EditTag tag, int end) {}

    private final AnswerLines answer;
    private final String text;
    private final int[] starts;
    private final List<AnswerRegion> regions = new ArrayList<>();
    private int lastEnd;
    private int lastFence;
    private int fenceSeen;
    private Optional<String> lastPath = Optional.empty();

    TagReader(AnswerLines answer) {
        this.answer = answer;
        this.text = String.join("\n", answer.lines());
        this.starts = new int[answer.lines().size() + 1];
        for (int i = 0; i < answer.lines().size(); i++) {
            starts[i + 1] = starts[i] + answer.lines().get(i).length() + 1;
        }
    }

    List<AnswerRegion> read() {
        List<EditTag> tags = EditTag.in(text);
        Map<String, NavigableMap<Integer, EditTag>> closers = new HashMap<>();
        tags.stream()
                .filter(EditTag::closing)
                .forEach(tag -> closers.computeIfAbsent(tag.name(), name -> new TreeMap<>())
                        .put(tag.start(), tag));
        List<Part> parts = new ArrayList<>();
        Optional<EditTag> group = Optional.empty();
        int from = 0;
        for (EditTag tag : tags) {
            if (tag.start() < from) {
                continue;
            }
            if (GROUPS.contains(tag.name())) {
                if (tag.closing() || !parts.isEmpty()) {
                    finish(group, parts, tag.closing() ? tag.end() : -1);
                    parts.clear();
                }
                group = tag.closing() ? Optional.empty() : Optional.of(tag);
            } else if (!tag.closing() && isPart(tag.name())) {
                if (group.isEmpty() && isBehindOtherEdit(parts, tag)) {
                    finish(group, parts, -1);
                    parts.clear();
                }
                Optional<EditTag> closer = closing(closers, tag);
                if (closer.isPresent()) {
                    String inside = text.substring(tag.end(), closer.get().start());
                    from = closer.get().end();
                    if (answer.isTaken(line(tag.start()), line(from) + 1)) {
                        parts.clear();
                    } else {
                        parts.add(new Part(tag.name(), inside, tag, from));
                    }
                    if (group.isEmpty() && isPair(parts)) {
                        finish(group, parts, from);
                        parts.clear();
                    }
                } else if (!PATHS.contains(tag.name()) && (group.isPresent() || !CONTENTS.contains(tag.name()))) {
                    parts.add(new Part(tag.name(), "", tag, -1));
                }
            }
        }
        finish(group, parts, -1);
        return regions;
    }

    /** Without a tag around them, an old and a new text are all there is. */
    private static boolean isPair(List<Part> parts) {
        return parts.stream().anyMatch(part -> OLD.contains(part.name()))
                && parts.stream().anyMatch(part -> NEW.contains(part.name()));
    }

    /** Tags around an edit in another dialect have nothing to do with those behind it. */
    private boolean isBehindOtherEdit(List<Part> parts, EditTag tag) {
        return !parts.isEmpty()
                && parts.getLast().end() >= 0
                && answer.isTaken(line(parts.getLast().end()), line(tag.start()));
    }

    private static boolean isPart(String name) {
        return OLD.contains(name)
                || NEW.contains(name)
                || PATHS.contains(name)
                || CONTENTS.contains(name)
                || name.equals("command")
                || name.equals("replace_all");
    }

    /** The first tag that closes this one: code may hold any other tag, but not this. */
    private static Optional<EditTag> closing(Map<String, NavigableMap<Integer, EditTag>> closers, EditTag tag) {
        return Stream.of(tag.name(), "parameter")
                .map(name -> closers.getOrDefault(name, new TreeMap<>()).ceilingEntry(tag.end()))
                .filter(Objects::nonNull)
                .map(Map.Entry::getValue)
                .min(Comparator.comparingInt(EditTag::start));
    }

    /** @param end behind the tag that closes the group; -1 if there is none */
    private void finish(Optional<EditTag> group, List<Part> parts, int end) {
        boolean edits = parts.stream()
                .anyMatch(part -> OLD.contains(part.name())
                        || NEW.contains(part.name())
                        || (group.isPresent() && CONTENTS.contains(part.name())));
        boolean deletes = group.filter(tag -> tag.name().equals("delete_file")).isPresent();
        if (!edits && !deletes) {
            return;
        }
        int start =
                group.map(EditTag::start).orElseGet(() -> parts.getFirst().tag().start());
        int last = parts.stream()
                .mapToInt(part -> Math.max(part.end(), part.tag().end()))
                .max()
                .orElse(start + 1);
        int from = line(start);
        int to = line(Math.max(end, last) - 1) + 1;
        if (!answer.isTaken(from, to) && !isInMarkup(from)) {
            interpret(group, parts, from, to);
        }
        lastEnd = to;
    }

    /** A whole file of markup may have any tag; its fence stands under its name. */
    private boolean isInMarkup(int line) {
        for (; fenceSeen <= line; fenceSeen++) {
            if (CodeFence.opening(answer.lines().get(fenceSeen)).isPresent()) {
                lastFence = fenceSeen;
            }
        }
        return lastFence > 0
                && answer.nameIn(lastFence - 1).filter(HtmlEntities::isMarkup).isPresent();
    }

    private int line(int offset) {
        int at = Arrays.binarySearch(starts, offset);
        return Math.min(answer.lines().size() - 1, at >= 0 ? at : -at - 2);
    }

    private void interpret(Optional<EditTag> group, List<Part> parts, int from, int to) {
        List<FileEdit> edits = new ArrayList<>();
        Optional<String> problem = Optional.empty();
        List<String> paths = parts.stream()
                .filter(part -> PATHS.contains(part.name()))
                .map(part -> part.text().strip())
                .distinct()
                .toList();
        Optional<String> path = paths.stream().findFirst().or(() -> named(group, from));
        lastPath = path;
        String command = parts.stream()
                .filter(part -> part.name().equals("command"))
                .map(part -> part.text().strip())
                .findFirst()
                .orElse("");
        if (command.equals("view")) {
            return;
        }
        if (path.isEmpty()) {
            problem = Optional.of("an edit in tags names no file");
        } else if (command.equals("insert")) {
            problem = Optional.of("an edit inserts by line number only");
        } else if (group.filter(tag -> tag.name().equals("delete_file")).isPresent()) {
            edits.add(new FileEdit.Removal(path.get()));
        } else {
            problem = pair(parts, path.get(), edits);
        }
        List<PatchProblem> problems = problem.stream()
                .map(reason -> PatchProblem.of(
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(reason, answer.lines().subList(from, to)),
                        "Give the path, the old text and the new text, each in tags that are closed."))
                .toList();
        regions.add(AnswerRegion.of(from, to, new ParsedAnswer(problems.isEmpty() ? edits : List.of(), problems)));
    }

    private Optional<String> named(Optional<EditTag> group, int from) {
        return group.flatMap(tag -> tag.attribute("path")
                        .or(() -> tag.attribute("file"))
                        .or(() -> tag.attribute("file_path"))
                        .or(() -> tag.attribute("filename")))
                .or(() -> group.isPresent() ? Optional.empty() : BlockName.before(answer, from, lastEnd))
                .or(() -> group.isPresent() ? Optional.empty() : lastPath)
                .or(() -> answer.origin().path());
    }

    /** Pairs each old text with its new one; says what is missing if they do not come in pairs. */
    private static Optional<String> pair(List<Part> parts, String first, List<FileEdit> edits) {
        String path = first;
        Optional<String> old = Optional.empty();
        Optional<String> fresh = Optional.empty();
        boolean all = parts.stream()
                .anyMatch(part ->
                        part.name().equals("replace_all") && part.text().strip().equals("true"));
        for (Part part : parts) {
            if (part.end() < 0) {
                return Optional.of("an edit in tags is not closed");
            }
            String value = TagText.withoutCdata(part.text());
            if (GROUPS.stream().anyMatch(name -> value.contains("</" + name + ">"))) {
                return Optional.of("a text in tags runs into the next tool call");
            }
            if (PATHS.contains(part.name())) {
                path = value.strip();
            } else if (CONTENTS.contains(part.name())) {
                edits.add(new FileEdit.Content(path, Action.WRITE, TagText.fileText(part.text())));
            } else if (OLD.contains(part.name())) {
                if (old.isPresent()) {
                    return Optional.of("an old text has no new text");
                }
                old = Optional.of(value);
            } else if (NEW.contains(part.name())) {
                if (fresh.isPresent()) {
                    return Optional.of("a new text has no old text");
                }
                fresh = Optional.of(value);
            }
            if (old.isPresent() && fresh.isPresent()) {
                edits.add(replacement(path, old.get(), fresh.get(), all));
                old = Optional.empty();
                fresh = Optional.empty();
            }
        }
        return old.isPresent() || fresh.isPresent()
                ? Optional.of("an edit in tags has only one of old and new text")
                : Optional.empty();
    }

    /** The line ends next to the tags are part of the texts unless both texts are set apart by them. */
    private static FileEdit replacement(String path, String old, String fresh, boolean all) {
        boolean apart = TagText.isSetApart(old) && (fresh.isEmpty() || fresh.equals("\n") || TagText.isSetApart(fresh));
        String from = apart ? TagText.trimmed(old) : old;
        String to = apart ? TagText.trimmed(fresh) : fresh;
        return from.isEmpty()
                ? new FileEdit.Content(path, Action.CREATE, to + "\n")
                : new FileEdit.Substitution(path, from, to, all);
    }
}
