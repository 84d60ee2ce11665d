package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.CommandFolder;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.DiffFile;
import dev.mulligan.workspace.patch.parse.DiffNames;
import dev.mulligan.workspace.patch.parse.FenceName;
import dev.mulligan.workspace.patch.parse.HeaderlessDiff;
import dev.mulligan.workspace.patch.parse.HunkBuilder;
import dev.mulligan.workspace.patch.parse.HunkHeader;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.parse.WrittenPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Unified and git diffs anywhere in an answer: fenced, bare, tagged, in a here-document, several of them. */
final class DiffParser {
    private final AnswerLines answer;
    private final List<String> lines;
    private final List<AnswerRegion> regions = new ArrayList<>();
    private final Set<String> closers = new HashSet<>();
    private Optional<DiffFile> file = Optional.empty();
    private List<AnswerRegion.Span> own = new ArrayList<>();
    private Optional<CodeFence> fence = Optional.empty();
    private Optional<String> announced = Optional.empty();
    private int at;

    DiffParser(AnswerLines answer) {
        this.answer = answer;
        this.lines = answer.lines();
    }

    List<AnswerRegion> parse() {
        while (at < lines.size()) {
            String line = lines.get(at);
            if (line.startsWith("diff --git ")) {
                start(DiffNames.git(line));
                own(at, ++at);
            } else if (isIndex(at)) {
                String name = DiffNames.clean(line.substring("Index: ".length()));
                start(new EditNames(name, name, true));
                own(at, at + 2);
                at++;
            } else if (isNamePair(at)) {
                names();
            } else if (HunkHeader.isHeader(line)) {
                hunk(HunkHeader.parse(line), at + 1);
            } else if (file.isPresent()
                    && file.get().hunks().isEmpty()
                    && file.get().header(line)) {
                own(at, ++at);
            } else {
                wrapping(line);
                at++;
                if (fence.isPresent() && startsHeaderless()) {
                    file = announced.map(name -> started(EditNames.plain(name)));
                    hunk(HunkHeader.NONE, at);
                }
            }
        }
        finish();
        return regions;
    }

    /** A fence with marked lines but no header: one hunk without numbers. */
    private boolean startsHeaderless() {
        if (CodeFence.opening(lines.get(at - 1)).filter(fence.get()::equals).isEmpty()) {
            return false;
        }
        int end = at;
        while (end < lines.size() && !fence.get().isClosedBy(lines.get(end))) {
            end++;
        }
        return HeaderlessDiff.is(fence.get().info(), announced, lines.subList(at, end));
    }

    private DiffFile started(EditNames names) {
        start(names);
        return file.orElseThrow();
    }

    private boolean isIndex(int i) {
        return lines.get(i).startsWith("Index: ")
                && i + 1 < lines.size()
                && lines.get(i + 1).startsWith("=====");
    }

    private boolean isNamePair(int i) {
        return lines.get(i).startsWith("--- ")
                && i + 1 < lines.size()
                && lines.get(i + 1).startsWith("+++ ");
    }

    private void own(int from, int to) {
        own.add(new AnswerRegion.Span(from, to));
    }

    private void start(EditNames names) {
        finish();
        file = Optional.of(new DiffFile(names));
    }

    /** The answer stops in the names of a file. */
    private boolean stopsInNames(DiffFile target) {
        return answer.cutInLine()
                && !answer.whole()
                && target.hunks().isEmpty()
                && !own.isEmpty()
                && own.getLast().to() == lines.size();
    }

    private void finish() {
        file.filter(this::stopsInNames)
                .ifPresent(it -> it.refuse(
                        CutOffAnswer.problem("the diff of " + it.names().shown() + " has no hunks")));
        file.ifPresent(it -> regions.add(it.finish(own)));
        own = new ArrayList<>();
        file = Optional.empty();
        announced = Optional.empty();
    }

    private void names() {
        String folder = CommandFolder.before(answer, at);
        String from = CommandFolder.in(folder, DiffNames.clean(lines.get(at).substring(4)));
        String to = CommandFolder.in(folder, DiffNames.clean(lines.get(at + 1).substring(4)));
        if (file.isEmpty() || !file.get().wantsNames()) {
            start(new EditNames(from, to, true));
        }
        file.orElseThrow().named(from, to);
        own(at, at + 2);
        at += 2;
        if (at < lines.size() && startsBody(lines.get(at))) {
            hunk(HunkHeader.NONE, at);
        }
    }

    /** Marked lines right after the names, or a new file's lines without marks: a hunk whose header was left out. */
    private boolean startsBody(String line) {
        if (line.isEmpty()) {
            return at + 1 < lines.size() && isMarked(lines.get(at + 1)) && !isFileStart(at + 1);
        }
        if (HunkHeader.isHeader(line) || CodeFence.opening(line).isPresent() || isFileStart(at)) {
            return false;
        }
        DiffFile target = file.orElseThrow();
        return isMarked(line) || (target.isNew() && !isCloser(line) && !target.isHeader(line));
    }

    private static boolean isMarked(String line) {
        return !line.isEmpty() && " +-".indexOf(line.charAt(0)) >= 0;
    }

    /** Fences, tags and here-documents: they tell where a patch ends, and what stands before them may name the file. */
    private void wrapping(String line) {
        Optional<CodeFence> opening = CodeFence.opening(line);
        boolean reopened = opening.filter(it -> !it.info().isEmpty()).isPresent();
        if (fence.isPresent() && !reopened) {
            if (fence.get().isClosedBy(line)) {
                fence = Optional.empty();
            }
        } else if (opening.isPresent()) {
            fence = opening;
            announced =
                    announcement(at).or(() -> FenceName.in(line, answer.origin().files()));
        }
        int document = line.indexOf("<<");
        if (document > 0) {
            String word = heredocWord(line.substring(document + 2));
            if (!word.isEmpty()) {
                closers.add(word);
            }
        }
        if (line.startsWith("<") && line.length() > 2 && Character.isLetter(line.charAt(1))) {
            int end = 1;
            while (end < line.length()
                    && (Character.isLetterOrDigit(line.charAt(end)) || "_-".indexOf(line.charAt(end)) >= 0)) {
                end++;
            }
            closers.add("</" + line.substring(1, end) + ">");
        }
    }

    private static String heredocWord(String rest) {
        String text = rest.startsWith("-") ? rest.substring(1) : rest;
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetterOrDigit(c) || c == '_') {
                word.append(c);
            } else if (!word.isEmpty() || "'\" ".indexOf(c) < 0) {
                break;
            }
        }
        return word.toString();
    }

    /** The path in the line or two before a fence. */
    private Optional<String> announcement(int before) {
        int seen = 0;
        for (int i = before - 1; i >= 0 && seen < 2 && i >= before - 4; i--) {
            String line = lines.get(i);
            if (CodeFence.opening(line).isPresent() || HunkHeader.isHeader(line)) {
                break;
            }
            if (!line.isBlank()) {
                seen++;
                Optional<String> path = answer.nameIn(i).or(() -> WrittenPath.quoted(line));
                if (path.isPresent()) {
                    return path;
                }
            }
        }
        return Optional.empty();
    }

    private void hunk(HunkHeader header, int bodyStart) {
        int start = at;
        at = bodyStart;
        List<String> body = new ArrayList<>();
        while (at < lines.size() && !endsHunk(at, header, body)) {
            body.add(lines.get(at++));
        }
        if (announced.isPresent() || file.isEmpty()) {
            Optional<String> name = announced
                    .or(() -> announcement(start))
                    .or(() -> answer.origin().path());
            if (name.isPresent()) {
                start(EditNames.plain(name.get()));
            }
        }
        if (file.isEmpty()) {
            regions.add(AnswerRegion.refused(
                    start,
                    at,
                    PatchProblem.of(
                            Kind.INVALID_PATCH,
                            UnparsedEdits.quoted("a hunk belongs to no file", lines.subList(start, at)),
                            "Put --- and +++ lines before the hunks.")));
            return;
        }
        boolean stopsHere = at >= lines.size();
        int used = add(file.get(), header, body, stopsHere);
        own(start, bodyStart + used);
    }

    private int add(DiffFile target, HunkHeader header, List<String> body, boolean atEnd) {
        boolean enclosed = !atEnd && endsAtCloser(at);
        HunkBuilder builder = new HunkBuilder(header, body, enclosed);
        int number = target.hunks().size() + 1;
        HunkBuilder.Built built = target.isNew() ? builder.buildNewFile(number) : builder.build(number);
        boolean open = atEnd && (answer.cutInLine() || fence.isPresent() || !closers.isEmpty());
        boolean countless = header.newCount().isEmpty();
        boolean endsInChange = !built.hunk().lines().isEmpty()
                && built.hunk().lines().getLast().isChange()
                && built.hunk().tail().isEmpty();
        boolean unclosed = fence.isPresent() && header.equals(HunkHeader.NONE);
        boolean torn =
                built.tooShort() || unclosed || (countless && (body.isEmpty() || (answer.cutInLine() && endsInChange)));
        boolean lacksChange = atEnd && built.tooShort() && built.hunk().changesNothing();
        if (!answer.whole() && ((open && torn) || lacksChange)) {
            target.refuse(
                    CutOffAnswer.problem("the last hunk of " + target.names().shown() + " is incomplete"));
        }
        built.problem()
                .ifPresent(reason -> target.refuse(PatchProblem.in(
                        target.names().shown(), Kind.INVALID_PATCH, reason, "Put the diff into a ```diff fence.")));
        target.hunks().add(built.hunk());
        return built.used();
    }

    private boolean endsAtCloser(int i) {
        String line = lines.get(i);
        boolean closesFence = fence.filter(it -> it.isClosedBy(line)).isPresent();
        return closesFence || isCloser(line) || HunkHeader.isHeader(line) || isFileStart(i);
    }

    private boolean isFileStart(int i) {
        return lines.get(i).startsWith("diff --git ") || isIndex(i) || isNamePair(i);
    }

    private boolean isCloser(String line) {
        String text = line.strip();
        return closers.contains(text) || text.startsWith("]]>");
    }

    private boolean endsHunk(int i, HunkHeader header, List<String> body) {
        String line = lines.get(i);
        if (HunkHeader.isHeader(line) || line.startsWith("diff --git ") || isIndex(i) || isCloser(line)) {
            return true;
        }
        if (isNamePair(i)) {
            boolean newFile =
                    i + 2 >= lines.size() || HunkHeader.isHeader(lines.get(i + 2)) || isComplete(header, body);
            return newFile;
        }
        if (fence.isPresent()) {
            return fence.get().isClosedBy(line)
                    || CodeFence.opening(line)
                            .filter(it -> !it.info().isEmpty() && line.startsWith("`"))
                            .isPresent();
        }
        boolean signature = line.equals("-- ") && i + 1 < lines.size() && startsWithDigit(lines.get(i + 1));
        return signature || CodeFence.opening(line).isPresent() || line.startsWith("GIT binary patch");
    }

    private static boolean startsWithDigit(String line) {
        return !line.isEmpty() && Character.isDigit(line.charAt(0));
    }

    private static boolean isComplete(HunkHeader header, List<String> body) {
        long old = body.stream().filter(line -> !line.startsWith("+")).count();
        return header.oldCount().isEmpty() || old >= header.oldCount().getAsInt();
    }
}
