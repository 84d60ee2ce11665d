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
import dev.mulligan.workspace.patch.parse.FileTag;
import dev.mulligan.workspace.patch.parse.LenientJson;
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
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Collects the tags of an answer that carry parts of edits, and makes edits of those that belong together. */
final class TagReader {
    private static final Set<String> OLD =
            Set.of("old_str", "old_string", "old_text", "oldtext", "old_code", "search", "find", "old_content", "original");
    private static final Set<String> NEW =
            Set.of("new_str", "new_string", "new_text", "newtext", "new_code", "replace", "replacement", "new_content",
                    "modified", "updated", "with");
    private static final Set<String> PATHS =
            Set.of("path", "file_path", "filepath", "filename", "file_name", "target_file", "relative_path", "file", "name");
    private static final Set<String> CONTENTS = Set.of("content", "file_text", "contents", "file_content", "file_code");
    private static final Set<String> REMOVALS = Set.of("delete", "remove");
    private static final Set<String> OPERATIONS = Set.of("command", "operation", "file_operation", "action");
    private static final Set<String> LINES = Set.of("insert_line", "line", "start_line", "end_line");
    private static final String EDITS = "edits";
    /** Names that code has, too: they count inside a tool call only. */
    private static final Set<String> COMMON =
            Set.of("original", "modified", "updated", "with", "file", "name", "operation", "action", "line", EDITS);

    private static final Set<String> GROUPS = Set.of(
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

    /** A tag's name with what stands in it. */
    private record Part(String name, String text, EditTag tag, int end) {}

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
        List<Part> parts = new ArrayList<>();
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
                        parts.add(new Part(tag.name(), inside, tag, from));
                    }
                    if (group.isEmpty() && isPair(parts)) {
                        finish(groups, parts, from);
                        parts.clear();
                    }
                } else if (!COMMON.contains(tag.name()) && !PATHS.contains(tag.name()) && (group.isPresent() || !CONTENTS.contains(tag.name()))) {
                    parts.add(new Part(tag.name(), "", tag, -1));
                }
            }
        }
        finish(groups, parts, -1);
        return regions;
    }

    /** Whether an edit in tags may begin with this one. */
    static boolean knows(EditTag tag) {
        return GROUPS.contains(tag.name())
                || isPartName(tag.name())
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
            Deque<Group> groups, List<Part> parts, Map<String, NavigableMap<Integer, EditTag>> closers, EditTag tag) {
        Group outer = groups.peek();
        if (outer == null
                || outer.tag().name().equals(tag.name())
                || closers.getOrDefault(outer.tag().name(), new TreeMap<>()).ceilingEntry(tag.end()) == null) {
            return Optional.empty();
        }
        return parts.stream()
                .filter(part -> PATHS.contains(part.name()))
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

    private static boolean isPart(EditTag tag, Optional<EditTag> group) {
        boolean file = group.filter(it -> it.name().equals("file")).isPresent();
        return isPartName(tag.name())
                && (group.isPresent() || !COMMON.contains(tag.name()))
                && (file || !tag.name().equals("name"));
    }

    private static boolean isPartName(String name) {
        return OLD.contains(name)
                || NEW.contains(name)
                || PATHS.contains(name)
                || CONTENTS.contains(name)
                || OPERATIONS.contains(name)
                || LINES.contains(name)
                || name.equals(EDITS)
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
    private void finish(Deque<Group> groups, List<Part> parts, int end) {
        Optional<EditTag> group = Optional.ofNullable(groups.peek()).map(Group::tag);
        boolean edits = parts.stream()
                .anyMatch(part -> OLD.contains(part.name())
                        || NEW.contains(part.name())
                        || part.name().equals(EDITS)
                        || (group.isPresent() && CONTENTS.contains(part.name())));
        boolean deletes = group.filter(tag -> tag.name().equals("delete_file")).isPresent()
                || REMOVALS.contains(said(parts, OPERATIONS));
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

    private void interpret(Deque<Group> groups, List<Part> parts, int from, int to) {
        Optional<EditTag> group = Optional.ofNullable(groups.peek()).map(Group::tag);
        List<FileEdit> edits = new ArrayList<>();
        Optional<String> problem = Optional.empty();
        List<String> paths = parts.stream()
                .filter(part -> PATHS.contains(part.name()))
                .map(part -> part.text().strip())
                .distinct()
                .toList();
        Optional<String> path = paths.stream()
                .findFirst()
                .or(() -> Optional.ofNullable(groups.peek()).flatMap(Group::outer))
                .or(() -> named(group, from));
        lastPath = path;
        String command = said(parts, OPERATIONS);
        if (command.equals("view")) {
            return;
        }
        List<PatchProblem> inner = new ArrayList<>();
        if (path.isEmpty()) {
            problem = Optional.of("an edit in tags names no file");
        } else if (command.equals("insert")
                || group.filter(tag -> tag.name().equals("insert_content")).isPresent()) {
            problem = insertion(parts, path.get(), edits);
        } else if (group.filter(tag -> tag.name().equals("delete_file")).isPresent() || REMOVALS.contains(command)) {
            edits.add(new FileEdit.Removal(path.get()));
        } else if (parts.stream().anyMatch(part -> part.name().equals(EDITS))) {
            problem = listed(parts, path.get(), edits, inner);
        } else {
            problem = pair(parts, path.get(), edits);
        }
        List<PatchProblem> problems = new ArrayList<>(inner);
        problem.map(reason -> PatchProblem.of(
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(reason, answer.lines().subList(from, to)),
                        "Give the path, the old text and the new text, each in tags that are closed."))
                .ifPresent(problems::add);
        regions.add(AnswerRegion.of(from, to, new ParsedAnswer(problems.isEmpty() ? edits : List.of(), problems)));
    }

    private Optional<String> named(Optional<EditTag> group, int from) {
        return group.flatMap(FileTag::path)
                .or(() -> group.isPresent() ? Optional.empty() : BlockName.before(answer, from, lastEnd))
                .or(() -> group.isPresent() ? Optional.empty() : lastPath)
                .or(() -> answer.origin().path());
    }

    /** What a part of one of these names says, as one word. */
    private static String said(List<Part> parts, Set<String> names) {
        return parts.stream()
                .filter(part -> names.contains(part.name()))
                .map(part -> part.text().strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    /** Claude's editor counts the line before the new text, Roo's tool the one behind it, and 0 is the end. */
    private static Optional<String> insertion(List<Part> parts, String path, List<FileEdit> edits) {
        boolean behind = parts.stream().anyMatch(part -> part.name().equals("insert_line"));
        String digits = said(parts, LINES);
        Optional<Part> text = parts.stream()
                .filter(part -> NEW.contains(part.name()) || CONTENTS.contains(part.name()))
                .findFirst();
        boolean number =
                !digits.isEmpty() && digits.length() < 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number || text.filter(part -> part.end() >= 0 && !part.text().isBlank()).isEmpty()) {
            return Optional.of("an edit inserts and does not say what, or at which line");
        }
        int line = Integer.parseInt(digits);
        OptionalInt after = behind ? OptionalInt.of(line) : line == 0 ? OptionalInt.empty() : OptionalInt.of(line - 1);
        edits.add(new FileEdit.Insertion(path, after, TagText.fileText(text.get().text())));
        return Optional.empty();
    }

    /** A list of edits in JSON inside the tags of a call. */
    private Optional<String> listed(List<Part> parts, String path, List<FileEdit> edits, List<PatchProblem> problems) {
        for (Part part : parts) {
            if (part.name().equals(EDITS)) {
                String list = TagText.withoutCdata(part.text()).strip();
                LenientJson.Read read = LenientJson.read(list);
                ParsedAnswer parsed = read.value()
                        .map(value -> new JsonEditFinder(answer.origin().quoted(Optional.of(path), "")).walk(value))
                        .orElseGet(() -> new ParsedAnswer(List.of(), List.of()));
                boolean whole = read.value().isPresent() && list.substring(read.end()).isBlank();
                if (!whole || (parsed.edits().isEmpty() && parsed.problems().isEmpty())) {
                    return Optional.of("the list of edits in a tag is no JSON that is understood");
                }
                edits.addAll(parsed.edits());
                problems.addAll(parsed.problems());
            } else if (OLD.contains(part.name()) || NEW.contains(part.name()) || CONTENTS.contains(part.name())) {
                return Optional.of("a list of edits stands beside another edit in one call");
            }
        }
        return Optional.empty();
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
            if (TagText.isHalfFramed(value) && !part.text().contains("<![CDATA[")) {
                return Optional.of("a text in tags has only one of the lines of === around it");
            }
            if (GROUPS.stream().anyMatch(name -> value.contains("</" + name + ">"))) {
                return Optional.of("a text in tags runs into the next tool call");
            }
            if (PATHS.contains(part.name())) {
                path = value.strip();
            } else if (CONTENTS.contains(part.name()) && old.isEmpty()) {
                if (!said(parts, LINES).isEmpty()) {
                    return Optional.of("an edit in tags says by line numbers which lines it replaces");
                }
                edits.add(new FileEdit.Content(path, Action.WRITE, TagText.fileText(part.text())));
            } else if (OLD.contains(part.name())) {
                if (old.isPresent()) {
                    return Optional.of("an old text has no new text");
                }
                old = Optional.of(value);
            } else if (NEW.contains(part.name()) || CONTENTS.contains(part.name())) {
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
                : new FileEdit.Substitution(
                        path, from, to, all ? FileEdit.Substitution.EVERY_TIME : FileEdit.Substitution.ONCE);
    }
}
