package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerOrigin;
import dev.mulligan.workspace.patch.parse.CommandFolder;
import dev.mulligan.workspace.patch.parse.ShellCommands;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.parse.WrittenPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds edits anywhere in a JSON value, under the names models and tools use for their parts. */
final class JsonEditFinder {
    private static final List<String> PATHS = List.of(
            "path",
            "file",
            "filename",
            "file_path",
            "filepath",
            "filePath",
            "target_file",
            "relative_path",
            "fileName",
            "notebook_path");
    private static final List<String> ACTIONS = List.of("action", "operation", "op", "type", "status", "command");
    private static final List<String> CONTENTS =
            List.of("content", "contents", "new_content", "newContent", "file_text", "text", "code");
    private static final List<String> OLD = List.of(
            "old_string", "old_str", "oldString", "oldText", "old_text", "oldStr", "search", "find", "old_code");
    private static final List<String> NEW = List.of(
            "new_string",
            "new_str",
            "newString",
            "newText",
            "new_text",
            "newStr",
            "replace",
            "replacement",
            "new_code");
    private static final List<String> LISTS = List.of("files", "edits", "changes", "file_changes", "operations");
    private static final List<String> ALL = List.of("replace_all", "replaceAll", "allow_multiple");
    private static final List<String> COUNTS = List.of("expected_replacements", "expectedReplacements");
    private static final List<String> NEW_PATHS =
            List.of("new_path", "newPath", "new_file_path", "to", "destination", "new_name", "move_to");
    private static final List<String> INSERTED = List.of("new_str", "insert_text", "text", "content");
    private static final String INSERT_LINE = "insert_line";
    /** Which lines a text takes the place of: without them it would be taken for the whole file. */
    private static final List<String> RANGES = List.of(
            "start_line",
            "startLine",
            "line_start",
            "lineStart",
            "start",
            "line",
            "line_number",
            "lineNumber",
            "insert_at",
            "position",
            "range",
            "lines",
            "cell_id");

    private static final List<String> FOLDERS = List.of("workdir", "cwd", "working_directory");
    private static final List<String> DIFFS = List.of("diff", "patch", "unified_diff", "unifiedDiff");
    private static final List<String> MOVES = List.of("rename", "move", "renamed", "moved");
    private static final List<String> LOOKS = List.of("view", "read", "open", "list", "search", "find", "grep", "show");
    private static final List<String> EDITOR_COMMANDS = List.of(
            "undo_edit", "undo", "revert", "str_replace", "insert", "edit", "replace", "append", "rename", "move");
    private static final int LONGEST_FLAG = 5;
    /** Parts of names under which there is a change, whatever its form. */
    private static final List<String> CHANGES =
            List.of("edit", "source", "patch", "insert", "append", "new_", "replace");

    /** Names of lists of files that go, or go elsewhere. */
    private static final List<String> LEAVING = List.of("delet", "remov", "renam", "move", "unlink");

    private static final List<String> REMOVALS = List.of("delete", "remove", "deleted", "removed");
    private static final List<String> PATCH_SIGNS =
            List.of("*** Begin Patch", "diff --git ", "\n@@", "<<<<<<< ", "\n+++ ", "-- SEARCH", "<old_str");

    private final AnswerOrigin origin;
    private final List<FileEdit> edits = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();

    JsonEditFinder(AnswerOrigin origin) {
        this.origin = origin;
    }

    static boolean mayHoldEdits(String text) {
        return PATCH_SIGNS.stream().anyMatch(text::contains) || mentionsFiles(text);
    }

    private static boolean mentionsFiles(String text) {
        return has(text, PATHS) && (has(text, CONTENTS) || has(text, LISTS) || has(text, OLD));
    }

    private static boolean has(String text, List<String> names) {
        return names.stream().anyMatch(name -> text.contains("\"" + name + "\"") || text.contains("'" + name + "'"));
    }

    ParsedAnswer walk(Object value) {
        walk(value, origin.path(), "");
        return new ParsedAnswer(edits, problems);
    }

    private void walk(Object value, Optional<String> path, String folder) {
        switch (value) {
            case String text
            when mayHoldEdits(text) || text.contains("\n") || ShellCommands.changesFiles(text) -> {
                ParsedAnswer parsed = AnswerParser.parse(AnswerLines.of(text, origin.quoted(path, folder)));
                edits.addAll(parsed.edits());
                problems.addAll(parsed.problems());
            }
            case Map<?, ?> map -> {
                Optional<String> own = text(map, PATHS).or(() -> path);
                String inside = text(map, FOLDERS).orElse(folder);
                if (isFileMap(map)) {
                    refuse(
                            path,
                            UnparsedEdits.quoted(
                                    "an object has texts under the names of files and does not say what they are",
                                    map.keySet().stream().map(String::valueOf).toList()),
                            "Put it under \"files\" if these are complete files.");
                } else if (!isEdit(map, own, inside)) {
                    map.forEach((key, inner) -> walk(key, inner, own, inside));
                    expectKnownAction(map);
                }
            }
            case List<?> list -> list.forEach(inner -> walk(inner, path, folder));
            default -> {}
        }
    }

    /** What stands under a name such as "diff" must be one. */
    private void walk(Object key, Object inner, Optional<String> path, String folder) {
        int before = edits.size() + problems.size();
        if (LISTS.contains(String.valueOf(key)) && inner instanceof Map<?, ?> files && areFileNames(files)) {
            files.forEach((name, file) -> walkFile(String.valueOf(name), file, folder));
            return;
        }
        walk(inner, path, folder);
        boolean leaving = LEAVING.stream().anyMatch(String.valueOf(key).toLowerCase(Locale.ROOT)::contains);
        if (leaving && edits.size() + problems.size() == before && namesFile(inner)) {
            refuse(
                    path,
                    "what stands under \"" + key + "\" names files and is in no form that is understood",
                    "Say it in a diff with the lines \"deleted file mode\" or \"rename from\".");
        }
        if (DIFFS.contains(String.valueOf(key))
                && inner instanceof String text
                && !text.isBlank()
                && edits.size() + problems.size() == before) {
            refuse(
                    path,
                    UnparsedEdits.quoted(
                            "the text under \"" + key + "\" is in no form that is understood",
                            text.lines().toList()),
                    "Send a unified diff.");
        }
    }

    /** What stands under the name of a file in an object of files. */
    private void walkFile(String name, Object file, String folder) {
        if (file instanceof Map<?, ?> map) {
            Map<Object, Object> named = new LinkedHashMap<>(map);
            named.putIfAbsent(PATHS.getFirst(), name);
            walk(named, Optional.of(name), folder);
        } else if (file instanceof String text) {
            edits.add(new FileEdit.Content(in(folder, name), Action.WRITE, text));
        } else {
            walk(file, Optional.of(name), folder);
        }
    }

    /** Texts of several lines under names of files, and nothing else. */
    private boolean isFileMap(Map<?, ?> map) {
        return areFileNames(map)
                && map.values().stream().allMatch(String.class::isInstance)
                && map.values().stream()
                        .anyMatch(text -> String.valueOf(text).strip().contains("\n"));
    }

    private boolean areFileNames(Map<?, ?> map) {
        return !map.isEmpty() && map.keySet().stream().allMatch(key -> isFileName(String.valueOf(key)));
    }

    private boolean isFileName(String name) {
        return name.indexOf('.') >= 0
                && WrittenPath.alone(name, origin.files()).filter(name::equals).isPresent();
    }

    private static Optional<String> text(Map<?, ?> map, List<String> names) {
        for (String name : names) {
            if (map.get(name) instanceof String text) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    /** Whether the map itself, and nothing inside it, says what to do. */
    private boolean isEdit(Map<?, ?> map, Optional<String> path, String folder) {
        String action = text(map, ACTIONS).orElse("").toLowerCase(Locale.ROOT);
        Optional<String> old = text(map, OLD);
        Optional<String> fresh = text(map, NEW);
        Optional<String> content = text(map, CONTENTS).or(() -> lines(map));
        boolean removal = REMOVALS.contains(action) && path.isPresent();
        boolean replaces = old.isPresent() && fresh.isPresent();
        boolean half = old.isPresent() != fresh.isPresent() && !action.equals("view") && hasTellingName(map);
        boolean writes = content.isPresent() && text(map, PATHS).isPresent() && !replaces && !half;
        boolean names = text(map, PATHS).isPresent() && !action(action).equals(Action.WRITE);
        boolean ranged = writes && RANGES.stream().anyMatch(map::containsKey);
        Optional<String> newPath = text(map, NEW_PATHS).filter(to -> MOVES.contains(action));
        boolean acts = replaces || writes || removal || newPath.isPresent() || map.containsKey(INSERT_LINE);
        Optional<String> unread = acts ? unread(map, path, replaces, newPath.isPresent()) : Optional.empty();
        if (unread.isPresent()) {
            refuse(
                    path,
                    "the entry asks for several things at once, among them \"" + unread.get() + "\"",
                    "Give each change an entry of its own.");
        } else if (map.containsKey(INSERT_LINE)) {
            insert(map, path, folder);
        } else if (newPath.isPresent() && path.isPresent()) {
            EditNames renamed = new EditNames(in(folder, path.get()), in(folder, newPath.get()), false);
            edits.add(new FileEdit.Diff(renamed, FileEdit.Intent.RENAME, Optional.empty(), List.of()));
        } else if (ranged) {
            refuse(
                    path,
                    "the edit says by line numbers which lines it replaces",
                    "Quote the old lines beside the new ones.");
        } else if (removal) {
            edits.add(new FileEdit.Removal(in(folder, path.orElseThrow())));
        } else if (replaces && path.isEmpty()) {
            refuse(path, "an edit in JSON names no file", "Give the path beside the old and the new text.");
        } else if (replaces) {
            replace(in(folder, path.orElseThrow()), old.orElseThrow(), fresh.orElseThrow(), map);
        } else if (half) {
            refuse(path, "an edit in JSON has only one of old and new text", "Give both.");
        } else if (writes) {
            edits.add(new FileEdit.Content(in(folder, path.orElseThrow()), action(action), content.orElseThrow()));
        } else if (names && map.values().stream().noneMatch(JsonEditFinder::isNested)) {
            refuse(path, "the entry has no content", "Give the complete content of the file.");
        } else {
            return false;
        }
        return true;
    }

    /** A part of an entry that asks for more than is done for it. */
    private static Optional<String> unread(Map<?, ?> map, Optional<String> path, boolean replaces, boolean moves) {
        boolean inserts = map.containsKey(INSERT_LINE);
        return map.entrySet().stream()
                .filter(entry -> {
                    String name = String.valueOf(entry.getKey());
                    boolean empty = entry.getValue() instanceof String text
                            ? text.isBlank() || path.filter(text::equals).isPresent()
                            : entry.getValue() instanceof List<?> list && list.isEmpty();
                    boolean more = DIFFS.contains(name)
                            || LISTS.contains(name)
                            || (!moves && NEW_PATHS.contains(name) && entry.getValue() instanceof String)
                            || (moves && (CONTENTS.contains(name) || OLD.contains(name) || NEW.contains(name)))
                            || (replaces && !inserts && CONTENTS.contains(name));
                    boolean pattern = name.toLowerCase(Locale.ROOT).contains("regex")
                            && String.valueOf(entry.getValue()).equalsIgnoreCase("true");
                    return (more && !empty) || pattern;
                })
                .map(entry -> String.valueOf(entry.getKey()))
                .findFirst();
    }

    /** Whether a value is about files that are there. */
    private boolean namesFile(Object value) {
        return switch (value) {
            case String text -> origin.files().hasFile(text);
            case List<?> list -> list.stream().anyMatch(this::namesFile);
            case Map<?, ?> map ->
                map.keySet().stream().anyMatch(this::namesFile)
                        || map.values().stream().anyMatch(this::namesFile);
            default -> false;
        };
    }

    /** A text given as a list of its lines. */
    private static Optional<String> lines(Map<?, ?> map) {
        for (String name : CONTENTS) {
            if (map.get(name) instanceof List<?> list
                    && !list.isEmpty()
                    && list.stream().allMatch(String.class::isInstance)) {
                List<String> lines = list.stream()
                        .map(line -> String.valueOf(line))
                        .map(line -> line.endsWith("\n") ? line : line + "\n")
                        .toList();
                return Optional.of(String.join("", lines));
            }
        }
        return Optional.empty();
    }

    /** Behind a line that only its number names, as Claude's text editor tool has it. */
    private void insert(Map<?, ?> map, Optional<String> path, String folder) {
        OptionalInt after = number(String.valueOf(map.get(INSERT_LINE)));
        Optional<String> text = text(map, INSERTED).filter(it -> !it.isEmpty());
        if (path.isEmpty()) {
            refuse(path, "an edit in JSON names no file", "Give the path beside the text to insert.");
        } else if (after.isEmpty() || text.isEmpty()) {
            refuse(path, "the edit inserts and does not say what, or behind which line", "Give both.");
        } else {
            edits.add(new FileEdit.Insertion(in(folder, path.get()), after, text.get()));
        }
    }

    private static OptionalInt number(String digits) {
        boolean usable =
                !digits.isEmpty() && digits.length() < 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return usable ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }

    /** An entry about a file that wants something done to it, and none of what is understood. */
    private void expectKnownAction(Map<?, ?> map) {
        Optional<String> path = text(map, PATHS);
        String action = text(map, ACTIONS.subList(0, 3)).orElse("").toLowerCase(Locale.ROOT);
        boolean nested = map.values().stream().anyMatch(JsonEditFinder::isNested);
        if (path.isEmpty() || nested) {
            return;
        }
        Optional<String> change = map.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof String text && text.length() > LONGEST_FLAG)
                .map(entry -> String.valueOf(entry.getKey()))
                .filter(key -> CHANGES.stream().anyMatch(key.toLowerCase(Locale.ROOT)::contains))
                .findFirst();
        String command = text(map, ACTIONS.subList(ACTIONS.size() - 1, ACTIONS.size()))
                .orElse("")
                .toLowerCase(Locale.ROOT);
        if (EDITOR_COMMANDS.contains(command)) {
            refuse(path, "the entry asks for \"" + command + "\", which is no edit that is understood", "Send a diff.");
        } else if (!action.isEmpty() && !LOOKS.contains(action)) {
            refuse(path, "the entry asks for \"" + action + "\", which is no edit that is understood", "Send a diff.");
        } else if (change.isPresent()) {
            refuse(path, "the entry has \"" + change.get() + "\", which is no edit that is understood", "Send a diff.");
        }
    }

    private static boolean isNested(Object value) {
        return value instanceof List<?>
                || value instanceof Map<?, ?>
                || (value instanceof String text && mayHoldEdits(text));
    }

    /** Names such as {@code find} are used for much else. */
    private static boolean hasTellingName(Map<?, ?> map) {
        return map.keySet().stream()
                .anyMatch(key -> key instanceof String name
                        && (name.startsWith("old_str") || name.startsWith("new_str") || name.equals("oldText")));
    }

    private void replace(String path, String old, String fresh, Map<?, ?> map) {
        boolean all = text(map, ALL).orElse("").equalsIgnoreCase("true");
        int stated = number(text(map, COUNTS).orElse("")).orElse(FileEdit.Substitution.ONCE);
        int times = all ? FileEdit.Substitution.EVERY_TIME : Math.max(stated, FileEdit.Substitution.ONCE);
        if (old.isEmpty()) {
            edits.add(new FileEdit.Content(path, Action.CREATE, fresh));
        } else {
            edits.add(new FileEdit.Substitution(path, old, fresh, times));
        }
    }

    private void refuse(Optional<String> path, String reason, String advice) {
        problems.add(path.map(name -> PatchProblem.in(name, Kind.INVALID_PATCH, reason, advice))
                .orElseGet(() -> PatchProblem.of(Kind.INVALID_PATCH, reason, advice)));
    }

    private static String in(String folder, String path) {
        return CommandFolder.in(folder, path);
    }

    private static Action action(String word) {
        return switch (word) {
            case "create", "add", "new", "created", "added" -> Action.CREATE;
            case "modify", "update", "edit", "replace", "modified", "updated", "overwrite" -> Action.MODIFY;
            default -> Action.WRITE;
        };
    }
}
