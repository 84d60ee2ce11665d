package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Unified and git diffs anywhere in an answer: fenced, bare, tagged, in a here-document, several of them. */
final class DiffParser {
    private final AnswerLines answer;
    private final List<String> lines;
    private final List<FileEdit> edits = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private final Set<String> closers = new HashSet<>();
    private Optional<DiffFile> file = Optional.empty();
    private Optional<Fence> fence = Optional.empty();
    private Optional<String> announced = Optional.empty();
    private int at;

    DiffParser(AnswerLines answer) {
        this.answer = answer;
        this.lines = answer.lines();
    }

    ParsedAnswer parse() {
        while (at < lines.size()) {
            String line = lines.get(at);
            if (line.startsWith("diff --git ")) {
                start(DiffNames.git(line));
                at++;
            } else if (isIndex(at)) {
                String name = DiffNames.clean(line.substring("Index: ".length()));
                start(new Names(name, name, true));
                at++;
            } else if (isNamePair(at)) {
                names();
            } else if (HunkHeader.isHeader(line)) {
                hunk();
            } else {
                if (!(file.isPresent()
                        && file.get().hunks().isEmpty()
                        && file.get().header(line))) {
                    wrapping(line);
                }
                at++;
            }
        }
        finish();
        return new ParsedAnswer(edits, problems);
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

    private void start(Names names) {
        finish();
        file = Optional.of(new DiffFile(names));
    }

    private void finish() {
        file.ifPresent(it -> it.finish(edits, problems));
        file = Optional.empty();
        announced = Optional.empty();
    }

    private void names() {
        String from = DiffNames.clean(lines.get(at).substring(4));
        String to = DiffNames.clean(lines.get(at + 1).substring(4));
        if (file.isEmpty() || !file.get().wantsNames()) {
            start(new Names(from, to, true));
        }
        file.orElseThrow().named(from, to);
        at += 2;
    }

    /** Fences, tags and here-documents: they tell where a patch ends, and what stands before them may name the file. */
    private void wrapping(String line) {
        Optional<Fence> opening = Fence.opening(line);
        if (fence.isPresent()) {
            if (fence.get().isClosedBy(line)) {
                fence = Optional.empty();
            }
        } else if (opening.isPresent()) {
            fence = opening;
            announced = announcement(at);
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
            if (Fence.opening(line).isPresent() || HunkHeader.isHeader(line)) {
                break;
            }
            if (!line.isBlank()) {
                seen++;
                Optional<String> path = WrittenPath.alone(line).or(() -> WrittenPath.quoted(line));
                if (path.isPresent()) {
                    return path;
                }
            }
        }
        return Optional.empty();
    }

    private void hunk() {
        int start = at;
        HunkHeader header = HunkHeader.parse(lines.get(at++));
        List<String> body = new ArrayList<>();
        while (at < lines.size() && !endsHunk(at, header, body)) {
            body.add(lines.get(at++));
        }
        if (announced.isPresent() || file.isEmpty()) {
            Optional<String> name = announced.or(() -> announcement(start));
            if (name.isPresent()) {
                start(Names.plain(name.get()));
            }
        }
        if (file.isEmpty()) {
            problems.add(PatchProblem.of(
                    Kind.INVALID_PATCH, "a hunk belongs to no file", "Put --- and +++ lines before the hunks."));
            return;
        }
        boolean stopsHere = at >= lines.size();
        add(file.get(), header, body, stopsHere);
    }

    private void add(DiffFile target, HunkHeader header, List<String> body, boolean atEnd) {
        boolean enclosed = !atEnd && endsAtCloser(at);
        HunkBuilder builder = new HunkBuilder(header, body, enclosed);
        int number = target.hunks().size() + 1;
        HunkBuilder.Built built = target.isNew() ? builder.buildNewFile(number) : builder.build(number);
        boolean open = atEnd && (answer.cutInLine() || fence.isPresent() || !closers.isEmpty());
        boolean countless = header.newCount().isEmpty();
        boolean endsInChange = !built.hunk().lines().isEmpty()
                && built.hunk().lines().getLast().isChange()
                && built.hunk().tail().isEmpty();
        if (open && !answer.whole() && (built.tooShort() || (countless && answer.cutInLine() && endsInChange))) {
            problems.add(CutOff.problem("the last hunk of " + target.names().shown() + " is incomplete"));
        }
        built.problem()
                .ifPresent(reason -> target.refuse(PatchProblem.in(
                        target.names().shown(), Kind.INVALID_PATCH, reason, "Put the diff into a ```diff fence.")));
        target.hunks().add(built.hunk());
    }

    private boolean endsAtCloser(int i) {
        String line = lines.get(i);
        return Fence.opening(line).isPresent() || isCloser(line) || HunkHeader.isHeader(line) || isFileStart(i);
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
            return fence.get().isClosedBy(line);
        }
        boolean signature = line.equals("-- ") && i + 1 < lines.size() && startsWithDigit(lines.get(i + 1));
        return signature || Fence.opening(line).isPresent() || line.startsWith("GIT binary patch");
    }

    private static boolean startsWithDigit(String line) {
        return !line.isEmpty() && Character.isDigit(line.charAt(0));
    }

    private static boolean isComplete(HunkHeader header, List<String> body) {
        long old = body.stream().filter(line -> !line.startsWith("+")).count();
        return header.oldCount().isEmpty() || old >= header.oldCount().getAsInt();
    }
}
