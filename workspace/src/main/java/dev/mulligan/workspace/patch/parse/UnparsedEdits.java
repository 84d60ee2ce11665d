package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.text.HtmlEntities;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Lines that no dialect understood although they look like an edit: leaving them out would drop what they ask for. */
public final class UnparsedEdits {
    private static final List<String> STARTS = List.of(
            "*** Begin Patch",
            "*** Update File:",
            "*** Add File:",
            "*** Delete File:",
            "*** End Patch",
            "***************",
            "diff --git ",
            "@@ -",
            "GIT binary patch",
            ":start_line:",
            "<old_str",
            "<new_str",
            "<str_replace",
            "<replace_all",
            "<parameter name=\"old_str",
            "<parameter name=\"new_str",
            "<parameter=old_str",
            "<parameter=new_str",
            "<write_to_file",
            "</write_to_file",
            "<create_file",
            "</create_file",
            "<delete_file");
    /** Signs outside code only: pages and components have such tags. */
    private static final List<String> TAGS = List.of(
            "<original",
            "</original",
            "<modified",
            "</modified",
            "<search>",
            "</search>",
            "<find>",
            "</find>",
            "<insert_content",
            "<file_code",
            "<file_operation",
            "<change>");

    private static final List<String> COMMENTS = List.of("#", "//", "--", "/*", "<!--", ";");
    private static final List<String> WRAPPERS = List.of("<replace_in_file", "<apply_diff", "<search_and_replace");
    private static final List<String> EDITING = List.of("edit", "write", "replace", "patch", "create");
    private static final List<String> KEYS =
            List.of("\"old_string\"", "\"old_str\"", "\"oldText\"", "\"oldString\"", "\"new_string\"", "\"new_str\"");
    private static final int MOST_LINES = 6;
    private static final int MOST_CHARS = 120;

    private UnparsedEdits() {}

    public static Optional<PatchProblem> in(AnswerLines rest) {
        List<String> lines = rest.lines();
        boolean open = CodeFences.isOneOpen(rest);
        Optional<CodeFence> fence = Optional.empty();
        for (int i = 0; i < lines.size(); i++) {
            if (fence.isPresent() && fence.get().isClosedBy(lines.get(i))) {
                fence = Optional.empty();
            } else if (fence.isEmpty()) {
                fence = CodeFence.opening(lines.get(i));
            }
            if (isNamedInside(rest, i)) {
                return Optional.of(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        quoted(
                                "a fence begins with the name of a new file as a comment, and it is unclear whether that is part of it",
                                lines.subList(i, Math.min(lines.size(), i + MOST_LINES))),
                        "Put the path alone on the line before the fence."));
            }
            boolean script = ShellCommands.mayStandIn(fence.map(CodeFence::info).orElse(""));
            if (script && isFileCommand(rest, i)) {
                return Optional.of(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        quoted("a command changes files, and commands are not run", lines.subList(i, i + 1)),
                        "Send the change itself, such as a unified diff with --- and +++ lines."));
            }
            if (isSign(lines, i)
                    || isEmptyWrapper(rest, i)
                    || (script && isFileTag(rest, i))
                    || isCutOff(rest, i)
                    || (open && (isUnfenced(rest, i) || isNeverOpened(rest, i)))) {
                int end = Math.min(lines.size(), i + MOST_LINES);
                return Optional.of(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        quoted(
                                "a part of the answer looks like an edit and is in no form that is understood",
                                lines.subList(i, end)),
                        "Send every edit in one form, such as a unified diff with --- and +++ lines."));
            }
        }
        return Optional.empty();
    }

    private static boolean isSign(List<String> lines, int i) {
        String raw = lines.get(i);
        if (raw.isEmpty()) {
            return false;
        }
        String text = decoded(raw).strip();
        if (STARTS.stream().anyMatch(text::startsWith) || KEYS.stream().anyMatch(key -> isKey(text, key))) {
            return true;
        }
        if (BlockMarks.opens(text) || BlockMarks.closesByName(text) || BracketMarks.isMark(text)) {
            return true;
        }
        if (LabelMarks.isNew(text)) {
            return true;
        }
        return isMixedMark(text) || isNamePair(lines, i) || isChangedLine(lines, i);
    }

    private static String decoded(String line) {
        return HtmlEntities.occurIn(line) ? HtmlEntities.decode(line) : line;
    }

    /** Text that nobody understood stands right before a line, and no tag. */
    private static boolean endsText(AnswerLines rest, int i) {
        int before = i - 1;
        while (before >= 0 && rest.lines().get(before).isBlank() && !rest.isTaken(before, before + 1)) {
            before--;
        }
        String line = before < 0 ? "" : decoded(rest.lines().get(before)).strip();
        return !line.isEmpty() && !line.startsWith("<") && !line.startsWith("]]>");
    }

    /** How many lines up to this one have such a tag. */
    private static long count(AnswerLines rest, int last, String tag) {
        return rest.lines().subList(0, last + 1).stream()
                .map(line -> decoded(line).toLowerCase(Locale.ROOT))
                .filter(line -> line.contains(tag + ">") || line.contains(tag + " "))
                .count();
    }

    /** An answer without any edit: its first code, if it has some, names no file. */
    public static PatchProblem none(String answer) {
        List<String> code = answer.lines()
                .dropWhile(line -> CodeFence.opening(line).isEmpty())
                .limit(MOST_LINES)
                .toList();
        String reason = "there is no patch in the answer";
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                code.isEmpty() ? reason : quoted(reason + "; its first code names no file that it is for", code),
                "Answer with a unified diff, a *** Begin Patch block, SEARCH/REPLACE blocks, or whole files.");
    }

    /** A line between edits that is part of none, where nothing else may stand. */
    public static Optional<PatchProblem> left(AnswerLines rest) {
        return rest.lines().stream()
                .filter(line -> !line.isBlank() && CodeFence.opening(line).isEmpty())
                .findFirst()
                .map(line -> PatchProblem.of(
                        Kind.INVALID_PATCH,
                        quoted("a line beside the edits belongs to none of them", List.of(line)),
                        "Start each part of a diff with a line @@."));
    }

    /** {@code # src/new.py} as the first line of a fence; of a file that is there, it shows a part. */
    private static boolean isNamedInside(AnswerLines rest, int i) {
        List<String> lines = rest.lines();
        if (i + 1 >= lines.size() || CodeFence.opening(lines.get(i)).isEmpty() || rest.isTaken(i, i + 2)) {
            return false;
        }
        KnownFiles files = rest.origin().files();
        return commentedName(lines.get(i + 1), files)
                .filter(name -> name.indexOf('/') > 0 && !files.hasFile(name))
                .isPresent();
    }

    /** The path that a line of code says in a comment, and says nothing else. */
    public static Optional<String> commentedName(String code, KnownFiles files) {
        String line = code.strip();
        String name = COMMENTS.stream()
                .filter(line::startsWith)
                .findFirst()
                .map(mark -> line.substring(mark.length())
                        .replace("*/", "")
                        .replace("-->", "")
                        .strip())
                .orElse("");
        return name.indexOf('.', name.lastIndexOf('/') + 1) > 0
                ? WrittenPath.alone(name, files).filter(name::equals)
                : Optional.empty();
    }

    private static boolean isFileCommand(AnswerLines rest, int i) {
        String line = decoded(rest.lines().get(i));
        return ShellCommands.editsInPlace(line)
                || ShellCommands.writesFile(line)
                || ShellCommands.runsScript(rest.lines(), i)
                || ShellCommands.changesTree(line, rest.origin().files());
    }

    /** A tag that is about a file it names, with nothing in it that was understood. */
    private static boolean isFileTag(AnswerLines rest, int i) {
        String line = decoded(rest.lines().get(i)).strip();
        if (TAGS.stream().anyMatch(line::startsWith)) {
            return true;
        }
        Optional<String> closed = FileTag.closedBy(line);
        if (closed.isPresent()) {
            return endsText(rest, i) && count(rest, i, "<" + closed.get()) < count(rest, i, "</" + closed.get());
        }
        Optional<EditTag> tag = FileTag.startOf(line);
        int end = i;
        while (tag.isPresent()
                && end < rest.lines().size()
                && !FileTag.closes(tag.get(), decoded(rest.lines().get(end)))) {
            end++;
        }
        return tag.isPresent() && !rest.isTaken(i, end + 1);
    }

    /** A tool call for an edit with nothing in it that was understood. */
    private static boolean isEmptyWrapper(AnswerLines rest, int i) {
        String text = rest.lines().get(i).strip();
        boolean call = text.startsWith("<invoke name=") || text.startsWith("<function=");
        String lower = text.toLowerCase(Locale.ROOT);
        boolean edits = call && EDITING.stream().anyMatch(lower::contains);
        if (!edits && WRAPPERS.stream().noneMatch(text::startsWith)) {
            return false;
        }
        int name = 1;
        while (name < text.length() && (Character.isLetter(text.charAt(name)) || text.charAt(name) == '_')) {
            name++;
        }
        String closing = "</" + text.substring(1, name);
        int end = i + 1;
        while (end < rest.lines().size()
                && end < i + MOST_LINES * 2
                && !rest.lines().get(end).strip().startsWith(closing)) {
            end++;
        }
        return !rest.isTaken(i, end);
    }

    /** The answer stops where an edit begins: behind a path, in a tag, in a mark. */
    private static boolean isCutOff(AnswerLines rest, int i) {
        if (!rest.cutInLine() || i != rest.lines().size() - 1 || rest.whole()) {
            return false;
        }
        String text = rest.lines().get(i).strip();
        boolean inTag =
                (text.startsWith("<") && text.indexOf('>') < 0) || (text.startsWith("[") && text.indexOf(']') < 0);
        boolean inFenceMark =
                text.equals("`") || text.equals("``") || CodeFence.opening(text).isPresent();
        boolean inFence = CodeFences.isOneOpen(rest) && !text.isEmpty();
        boolean inName = text.startsWith("--- ") && text.length() > 4;
        boolean inSecondName = !text.isEmpty()
                && "+++".startsWith(text)
                && i > 0
                && rest.lines().get(i - 1).startsWith("--- ");
        return inTag || inFence || inName || inSecondName || (inFenceMark && !isClosing(rest)) || isBarePath(rest, i);
    }

    /** The name of a file, and not an item of a list of names. */
    private static boolean isBarePath(AnswerLines rest, int i) {
        String text = rest.lines().get(i).strip();
        boolean item = text.startsWith("- ") || text.startsWith("* ") || text.startsWith("+ ");
        return !item && rest.nameIn(i).isPresent();
    }

    /** The last line closes a fence, or is too short to say. */
    private static boolean isClosing(AnswerLines rest) {
        return !CodeFences.isOneOpen(rest)
                && CodeFence.opening(rest.lines().getLast()).isPresent();
    }

    /** Text under a path, fenced or not, in an answer where a fence was lost. */
    private static boolean isUnfenced(AnswerLines rest, int i) {
        int next = i + 1;
        if (next < rest.lines().size()
                && CodeFence.opening(rest.lines().get(next)).isPresent()) {
            next++;
        }
        boolean text = next < rest.lines().size() && !rest.isTaken(next, next + 1);
        return text && rest.nameIn(i).isPresent();
    }

    /** The last fence of an answer, right behind text that nobody understood: where that began is lost. */
    private static boolean isNeverOpened(AnswerLines rest, int i) {
        List<String> lines = rest.lines();
        boolean bare = CodeFence.opening(lines.get(i))
                .filter(fence -> fence.info().isEmpty())
                .isPresent();
        return bare
                && IntStream.range(Math.max(0, i - 2), i)
                        .anyMatch(before -> !lines.get(before).isBlank())
                && !rest.isTaken(i - 2, i)
                && lines.subList(i + 1, lines.size()).stream()
                        .noneMatch(line -> CodeFence.opening(line).isPresent());
    }

    private static boolean isKey(String text, String key) {
        int at = text.indexOf(key);
        return at >= 0 && text.substring(at + key.length()).stripLeading().startsWith(":");
    }

    /** {@code <<-- SEARCH}: marks of several kinds, or too few, before the word. */
    private static boolean isMixedMark(String text) {
        int marks = 0;
        while (marks < text.length() && "<>-+=".indexOf(text.charAt(marks)) >= 0) {
            marks++;
        }
        String word = text.substring(marks).strip().toUpperCase(Locale.ROOT);
        return marks >= 2 && (word.equals("SEARCH") || word.equals("REPLACE"));
    }

    private static boolean isNamePair(List<String> lines, int i) {
        return lines.get(i).startsWith("--- ")
                && i + 1 < lines.size()
                && lines.get(i + 1).startsWith("+++ ");
    }

    /** A removed line right before an added one; items of a list have one space behind the mark. */
    private static boolean isChangedLine(List<String> lines, int i) {
        return isMarked(lines.get(i), '-') && i + 1 < lines.size() && isMarked(lines.get(i + 1), '+');
    }

    private static boolean isMarked(String line, char mark) {
        if (line.length() < 3 || line.charAt(0) != mark || line.charAt(1) == mark) {
            return false;
        }
        boolean item = line.charAt(1) == ' ' && line.charAt(2) != ' ';
        return !item && !line.substring(1).isBlank();
    }

    /** A reason with the lines it is about. */
    public static String quoted(String reason, List<String> lines) {
        StringBuilder out = new StringBuilder(reason).append(':');
        lines.stream()
                .filter(line -> !line.isBlank())
                .limit(MOST_LINES)
                .forEach(line -> out.append("\n  ")
                        .append(line.length() <= MOST_CHARS ? line : line.substring(0, MOST_CHARS) + "…"));
        return out.toString();
    }
}
