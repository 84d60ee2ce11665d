package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.FileEdit.Action;
import dev.mulligan.workspace.patch.FileEdit.Intent;
import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code {"files": [{path, action, content}]}} under the names models use for these. */
final class JsonFiles {
    private static final List<String> LISTS = List.of("files", "edits", "changes", "file_changes", "operations");
    private static final List<String> PATHS = List.of("path", "file", "filename", "file_path", "filepath", "filePath");
    private static final List<String> ACTIONS = List.of("action", "operation", "op", "type", "status");
    private static final List<String> CONTENTS =
            List.of("content", "contents", "new_content", "newContent", "text", "code");
    private static final List<String> OLD = List.of("old_string", "old_str", "oldString", "search", "find", "old_text");
    private static final List<String> NEW = List.of("new_string", "new_str", "newString", "replace", "new_text");

    private JsonFiles() {}

    static boolean mentionsFiles(String text) {
        return PATHS.stream().anyMatch(name -> text.contains("\"" + name + "\""))
                && (CONTENTS.stream().anyMatch(name -> text.contains("\"" + name + "\""))
                        || LISTS.stream().anyMatch(name -> text.contains("\"" + name + "\""))
                        || OLD.stream().anyMatch(name -> text.contains("\"" + name + "\"")));
    }

    /** Empty when the value is not about files. */
    static Optional<ParsedAnswer> interpret(Object value) {
        List<Map<?, ?>> entries = entries(value, 0);
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        List<FileEdit> edits = new ArrayList<>();
        List<PatchProblem> problems = new ArrayList<>();
        entries.forEach(entry -> interpret(entry, edits, problems));
        return Optional.of(new ParsedAnswer(edits, problems));
    }

    private static List<Map<?, ?>> entries(Object value, int depth) {
        if (value instanceof List<?> list) {
            List<Map<?, ?>> entries = new ArrayList<>();
            for (Object item : list) {
                if (item instanceof Map<?, ?> map && isEntry(map)) {
                    entries.add(map);
                }
            }
            return entries.size() == list.size() ? entries : List.of();
        }
        if (value instanceof Map<?, ?> map) {
            if (isEntry(map)) {
                return List.of(map);
            }
            for (String name : LISTS) {
                List<Map<?, ?>> entries = map.get(name) instanceof List<?> list ? entries(list, depth) : List.of();
                if (!entries.isEmpty()) {
                    return entries;
                }
            }
            for (Object inner : map.values()) {
                List<Map<?, ?>> entries =
                        inner instanceof Map<?, ?> && depth < 3 ? entries(inner, depth + 1) : List.of();
                if (!entries.isEmpty()) {
                    return entries;
                }
            }
        }
        return List.of();
    }

    private static boolean isEntry(Map<?, ?> map) {
        boolean does = text(map, CONTENTS).isPresent()
                || text(map, OLD).isPresent()
                || text(map, ACTIONS).isPresent();
        return text(map, PATHS).isPresent() && does;
    }

    private static Optional<String> text(Map<?, ?> map, List<String> names) {
        for (String name : names) {
            if (map.get(name) instanceof String text) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    private static void interpret(Map<?, ?> entry, List<FileEdit> edits, List<PatchProblem> problems) {
        String path = text(entry, PATHS).orElseThrow();
        String action = text(entry, ACTIONS).orElse("").toLowerCase(Locale.ROOT);
        Optional<String> content = text(entry, CONTENTS);
        Optional<String> old = text(entry, OLD);
        Optional<String> fresh = text(entry, NEW);
        if (List.of("delete", "remove", "deleted", "removed").contains(action)) {
            edits.add(new FileEdit.Removal(path));
        } else if (old.isPresent() && fresh.isPresent() && !old.get().isBlank()) {
            Hunk hunk = Hunk.of(1, LineDiff.between(lines(old.get()), lines(fresh.get())));
            edits.add(new FileEdit.Diff(Names.plain(path), Intent.UPDATE, Optional.empty(), List.of(hunk)));
        } else if (content.isPresent()) {
            edits.add(new FileEdit.Content(path, action(action), content.get()));
        } else {
            problems.add(PatchProblem.in(
                    path, Kind.INVALID_PATCH, "the entry has no content", "Give the complete content of the file."));
        }
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    private static Action action(String word) {
        return switch (word) {
            case "create", "add", "new", "created", "added" -> Action.CREATE;
            case "modify", "update", "edit", "replace", "modified", "updated", "overwrite" -> Action.MODIFY;
            default -> Action.WRITE;
        };
    }
}
