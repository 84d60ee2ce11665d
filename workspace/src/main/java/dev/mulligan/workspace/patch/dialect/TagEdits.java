package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.parse.AnswerOrigin;
import dev.mulligan.workspace.patch.parse.LenientJson;
import dev.mulligan.workspace.patch.parse.TagText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes edits of the parts of one tool call that is written in tags. */
final class TagEdits {
    private final AnswerOrigin origin;
    private final String path;
    private final List<FileEdit> edits;
    private final List<PatchProblem> problems;

    TagEdits(AnswerOrigin origin, String path, List<FileEdit> edits, List<PatchProblem> problems) {
        this.origin = origin;
        this.path = path;
        this.edits = edits;
        this.problems = problems;
    }

    /** Says what is wrong with the parts, if anything is. */
    Optional<String> read(List<TagPart> parts, boolean inserts) {
        if (inserts) {
            return insertion(parts);
        }
        return parts.stream().anyMatch(TagPart::isList) ? listed(parts) : pair(parts);
    }

    /** Claude's editor counts the line before the new text, Roo's tool the one behind it, and 0 is the end. */
    private Optional<String> insertion(List<TagPart> parts) {
        boolean behind = parts.stream().anyMatch(part -> part.name().equals("insert_line"));
        String digits = TagPart.said(parts, TagPart.LINES);
        Optional<TagPart> text = parts.stream()
                .filter(part -> part.isNew() || part.isContent() || part.isInserted())
                .findFirst();
        boolean number =
                !digits.isEmpty() && digits.length() < 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number
                || text.filter(part -> part.end() >= 0 && !part.text().isBlank())
                        .isEmpty()) {
            return Optional.of("an edit inserts and does not say what, or at which line");
        }
        int line = Integer.parseInt(digits);
        OptionalInt after = behind ? OptionalInt.of(line) : line == 0 ? OptionalInt.empty() : OptionalInt.of(line - 1);
        edits.add(
                new FileEdit.Insertion(path, after, TagText.fileText(text.get().text())));
        return Optional.empty();
    }

    /** A list of edits in JSON inside the tags of a call. */
    private Optional<String> listed(List<TagPart> parts) {
        for (TagPart part : parts) {
            if (part.isList()) {
                String list = TagText.withoutCdata(part.text()).strip();
                LenientJson.Read read = LenientJson.read(list);
                ParsedAnswer parsed = read.value()
                        .map(value -> new JsonEditFinder(origin.quoted(Optional.of(path), "")).walk(value))
                        .orElseGet(() -> new ParsedAnswer(List.of(), List.of()));
                boolean whole =
                        read.value().isPresent() && list.substring(read.end()).isBlank();
                if (!whole || (parsed.edits().isEmpty() && parsed.problems().isEmpty())) {
                    return Optional.of("the list of edits in a tag is no JSON that is understood");
                }
                edits.addAll(parsed.edits());
                problems.addAll(parsed.problems());
            } else if (part.isOld() || part.isNew() || part.isContent()) {
                return Optional.of("a list of edits stands beside another edit in one call");
            }
        }
        return Optional.empty();
    }

    /** Pairs each old text with its new one; says what is missing if they do not come in pairs. */
    private Optional<String> pair(List<TagPart> parts) {
        String name = path;
        Optional<String> old = Optional.empty();
        Optional<String> fresh = Optional.empty();
        boolean all = parts.stream()
                .anyMatch(part ->
                        part.name().equals("replace_all") && part.text().strip().equals("true"));
        for (TagPart part : parts) {
            if (part.end() < 0) {
                return Optional.of("the tag <" + part.name() + "> of an edit is not closed");
            }
            String value = TagText.withoutCdata(part.text());
            if (TagText.isHalfFramed(value) && !part.text().contains("<![CDATA[")) {
                return Optional.of("a text in tags has only one of the lines of === around it");
            }
            if (TagReader.GROUPS.stream().anyMatch(group -> value.contains("</" + group + ">"))) {
                return Optional.of("a text in tags runs into the next tool call");
            }
            if (part.isInserted()) {
                return Optional.of("an edit in tags has a text to insert and does not insert");
            }
            if (part.isPath()) {
                name = value.strip();
            } else if (part.isContent() && old.isEmpty()) {
                if (!TagPart.said(parts, TagPart.LINES).isEmpty()) {
                    return Optional.of("an edit in tags says by line numbers which lines it replaces");
                }
                edits.add(new FileEdit.Content(name, Action.WRITE, TagText.fileText(part.text())));
            } else if (part.isOld()) {
                if (old.isPresent()) {
                    return Optional.of("an old text has no new text");
                }
                old = Optional.of(value);
            } else if (part.isNew() || part.isContent()) {
                if (fresh.isPresent()) {
                    return Optional.of("a new text has no old text");
                }
                fresh = Optional.of(value);
            }
            if (old.isPresent() && fresh.isPresent()) {
                edits.add(replacement(name, old.get(), fresh.get(), all));
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
