package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockName;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.EditTag;
import dev.mulligan.workspace.patch.parse.FileTag;
import dev.mulligan.workspace.patch.parse.TagText;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.text.HtmlEntities;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
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
    private static final Set<String> REMOVALS = Set.of("delete", "remove");
    /** Tags around the parts of an edit. */
    static final Set<String> GROUPS = Set.of(
            "change",
            "insert_content",
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

    /** A tag around others, with the file that what stands around it names. */
    private record Group(EditTag tag, Optional<String> outer) {}

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
        List<TagPart> parts = new ArrayList<>();
        Deque<Group> groups = new ArrayDeque<>();
        int from = 0;
        for (EditTag tag : tags) {
            if (tag.start() < from) {
                continue;
            }
            Optional<EditTag> group = Optional.ofNullable(groups.peek()).map(Group::tag);
            if (isGroup(tag, groups)) {
                Optional<String> outer = tag.closing() ? Optional.empty() : around(groups, parts, closers, tag);
                if (tag.closing() || !parts.isEmpty()) {
                    finish(groups, parts, tag.closing() ? tag.end() : -1);
                    parts.clear();
                }
                if (tag.closing()) {
                    close(groups, tag);
                } else {
                    groups.push(new Group(tag, outer));
                }
            } else if (!tag.closing() && isPart(tag, group)) {
                if (group.isEmpty() && isBehindOtherEdit(parts, tag)) {
                    finish(groups, parts, -1);
                    parts.clear();
                }
                Optional<EditTag> closer = closing(closers, tag);
                if (closer.isPresent()) {
                    String inside = TagText.withoutFrame(
                            text.substring(tag.end(), closer.get().start()));
                    from = closer.get().end();
                    if (answer.isTaken(line(tag.start()), line(from) + 1)) {
                        parts.clear();
                    } else {
                        parts.add(new TagPart(tag.name(), inside, tag, from));
                    }
                    if (group.isEmpty() && isPair(parts)) {
                        finish(groups, parts, from);
                        parts.clear();
                    }
                } else if (!TagPart.isCommon(tag.name())
                        && !new TagPart(tag.name(), "", tag, -1).isPath()
                        && (group.isPresent() || !TagPart.isContent(tag.name()))) {
                    parts.add(new TagPart(tag.name(), "", tag, -1));
                }
            }
        }
        finish(groups, parts, -1);
        return regions;
    }

    /** Whether an edit in tags may begin with this one. */
    static boolean knows(EditTag tag) {
        return GROUPS.contains(tag.name())
                || TagPart.isName(tag.name())
                || tag.name().equals("description")
                || tag.name().equals("changes");
    }

    /** Two names stand for a part, too: with attributes, or around tags, they are tool calls. */
    private boolean isGroup(EditTag tag, Deque<Group> groups) {
        if (GROUPS.contains(tag.name())) {
            return true;
        }
        if (tag.closing()) {
            return groups.stream().anyMatch(open -> open.tag().name().equals(tag.name()));
        }
        return (tag.name().equals("file") && !isNameIn(tag))
                || (tag.name().equals("replace") && FileTag.path(tag).isPresent());
    }

    /** {@code <file>src/a.py</file>}. */
    private boolean isNameIn(EditTag tag) {
        int close = text.indexOf('<', tag.end());
        return close > tag.end()
                && text.startsWith("</file>", close)
                && text.substring(tag.end(), close).strip().indexOf('\n') < 0;
    }

    /** The file that a tag around this one names, which must be closed behind it. */
    private static Optional<String> around(
            Deque<Group> groups,
            List<TagPart> parts,
            Map<String, NavigableMap<Integer, EditTag>> closers,
            EditTag tag) {
        Group outer = groups.peek();
        if (outer == null
                || outer.tag().name().equals(tag.name())
                || closers.getOrDefault(outer.tag().name(), new TreeMap<>()).ceilingEntry(tag.end()) == null) {
            return Optional.empty();
        }
        return parts.stream()
                .filter(part -> part.isPath())
                .map(part -> part.text().strip())
                .findFirst()
                .or(() -> FileTag.path(outer.tag()))
                .or(outer::outer);
    }

    /** Closes the nearest tag of this name and those inside it; all if there is none. */
    private static void close(Deque<Group> groups, EditTag tag) {
        while (!groups.isEmpty() && !groups.pop().tag().name().equals(tag.name())) {
            // Those inside were left open.
        }
    }

    /** Without a tag around them, an old and a new text are all there is. */
    private static boolean isPair(List<TagPart> parts) {
        return parts.stream().anyMatch(part -> part.isOld()) && parts.stream().anyMatch(part -> part.isNew());
    }

    /** Tags around an edit in another dialect have nothing to do with those behind it. */
    private boolean isBehindOtherEdit(List<TagPart> parts, EditTag tag) {
        return !parts.isEmpty()
                && parts.getLast().end() >= 0
                && answer.isTaken(line(parts.getLast().end()), line(tag.start()));
    }

    private static boolean isPart(EditTag tag, Optional<EditTag> group) {
        boolean file = group.filter(it -> it.name().equals("file")).isPresent();
        return TagPart.isName(tag.name())
                && (group.isPresent() || !TagPart.isCommon(tag.name()))
                && (file || !tag.name().equals("name"));
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
    private void finish(Deque<Group> groups, List<TagPart> parts, int end) {
        Optional<EditTag> group = Optional.ofNullable(groups.peek()).map(Group::tag);
        boolean edits = parts.stream()
                .anyMatch(part -> part.isOld()
                        || part.isNew()
                        || part.isList()
                        || part.isInserted()
                        || (group.isPresent() && part.isContent()));
        boolean deletes = isRemoval(group, TagPart.said(parts, TagPart.OPERATIONS));
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
            interpret(groups, parts, from, to);
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

    private void interpret(Deque<Group> groups, List<TagPart> parts, int from, int to) {
        Optional<EditTag> group = Optional.ofNullable(groups.peek()).map(Group::tag);
        List<FileEdit> edits = new ArrayList<>();
        Optional<String> problem = Optional.empty();
        List<String> paths = parts.stream()
                .filter(part -> part.isPath())
                .map(part -> part.text().strip())
                .distinct()
                .toList();
        Optional<String> path = paths.stream()
                .findFirst()
                .or(() -> Optional.ofNullable(groups.peek()).flatMap(Group::outer))
                .or(() -> named(group, from));
        lastPath = path;
        String command = TagPart.said(parts, TagPart.OPERATIONS);
        if (command.equals("view")) {
            return;
        }
        List<PatchProblem> problems = new ArrayList<>();
        if (path.isEmpty()) {
            problem = Optional.of("an edit in tags names no file");
        } else if (isRemoval(group, command)) {
            edits.add(new FileEdit.Removal(path.get()));
        } else {
            boolean inserts = command.equals("insert")
                    || group.filter(tag -> tag.name().equals("insert_content")).isPresent();
            problem = new TagEdits(answer.origin(), path.get(), edits, problems).read(parts, inserts);
        }
        problem.map(reason -> PatchProblem.of(
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(reason, answer.lines().subList(from, to)),
                        "Give the path, the old text and the new text, each in tags that are closed."))
                .ifPresent(problems::add);
        regions.add(AnswerRegion.of(from, to, new ParsedAnswer(problems.isEmpty() ? edits : List.of(), problems)));
    }

    private static boolean isRemoval(Optional<EditTag> group, String command) {
        return group.filter(tag -> tag.name().equals("delete_file")).isPresent() || REMOVALS.contains(command);
    }

    private Optional<String> named(Optional<EditTag> group, int from) {
        return group.flatMap(FileTag::path)
                .or(() -> group.isPresent() ? Optional.empty() : BlockName.before(answer, from, lastEnd))
                .or(() -> group.isPresent() ? Optional.empty() : lastPath)
                .or(() -> answer.origin().path());
    }
}
