package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.EditTag;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A tag's name with what stands in it.
 *
 * @param end behind the tag that closes it; -1 if there is none
 */
record TagPart(String name, String text, EditTag tag, int end) {
    static final Set<String> OPERATIONS = Set.of("command", "operation", "file_operation", "action");
    static final Set<String> LINES = Set.of("insert_line", "line", "start_line", "end_line");

    private static final Set<String> OLD = Set.of(
            "old_str", "old_string", "old_text", "oldtext", "old_code", "search", "find", "old_content", "original");
    private static final Set<String> NEW = Set.of(
            "new_str",
            "new_string",
            "new_text",
            "newtext",
            "new_code",
            "replace",
            "replacement",
            "new_content",
            "modified",
            "updated",
            "with");
    private static final Set<String> PATHS = Set.of(
            "path", "file_path", "filepath", "filename", "file_name", "target_file", "relative_path", "file", "name");
    private static final Set<String> CONTENTS = Set.of("content", "file_text", "contents", "file_content", "file_code");
    private static final Set<String> OTHERS = Set.of("edits", "insert_text", "replace_all");
    /** Names that code has, too: they count inside a tool call only. */
    private static final Set<String> COMMON =
            Set.of("original", "modified", "updated", "with", "file", "name", "operation", "action", "line", "edits");

    static boolean isName(String name) {
        return OLD.contains(name)
                || NEW.contains(name)
                || PATHS.contains(name)
                || CONTENTS.contains(name)
                || OPERATIONS.contains(name)
                || LINES.contains(name)
                || OTHERS.contains(name);
    }

    static boolean isCommon(String name) {
        return COMMON.contains(name);
    }

    boolean isOld() {
        return OLD.contains(name);
    }

    boolean isNew() {
        return NEW.contains(name);
    }

    boolean isPath() {
        return PATHS.contains(name);
    }

    static boolean isContent(String name) {
        return CONTENTS.contains(name);
    }

    boolean isContent() {
        return isContent(name);
    }

    /** A list of edits in JSON. */
    boolean isList() {
        return name.equals("edits");
    }

    /** A text to put between the lines of a file. */
    boolean isInserted() {
        return name.equals("insert_text");
    }

    /** What the first part of one of these names says, as one word. */
    static String said(List<TagPart> parts, Set<String> names) {
        return parts.stream()
                .filter(part -> names.contains(part.name()))
                .map(part -> part.text().strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }
}
