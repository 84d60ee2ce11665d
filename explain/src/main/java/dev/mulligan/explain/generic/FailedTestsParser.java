package dev.mulligan.explain.generic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Complaint;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A test runner that nobody knows: it counts tests somewhere, and it says of some names that they failed. The reason stands
 * behind the name, below it or above it; of all the places where a name stands, the one with the best reason is taken.
 */
public final class FailedTestsParser implements ToolParser {
    private static final int BLOCK = 40;
    private static final int ABOVE = 12;
    private static final int MESSAGE = 12;
    /** Thousands of failures tell no more than the first ones, and each is looked for everywhere. */
    private static final int MOST = 100;

    private static final int NAME = 5;
    private static final int BRIEF = 40;

    private static final Pattern COUNTS = Pattern.compile(
            "(?i)\\b\\d+ (?:of \\d+ )?(?:unit )?(?:tests?|specs?|examples?|asserts?|assertions?|checks|test cases?|scenarios?)\\b|\\b(?:tests?|asserts?|assertions|checks|examples|failing|passing|passed|failed|failures?|pass|fail)\\s*[:=›│|]\\s*\\d+|\\b\\d+ (?:passed|failed|failing|passing|failures?)\\b|\\b(?:passing|failing|failed) tests? +\\d+|\\btests? failed\\b|\\bpassed +failed\\b");
    private static final Pattern SUM = Pattern.compile(
            "(?i)(?:\\b(?:test(?:s|ed)?|pass\\w*|fail\\w*|skip\\w*|crash\\w*|errors?|ran)\\b\\W{0,4}\\d+\\b.*){2}|(?:\\d+ (?:pass|fail|skip|test|assert)\\w*.*){2}");
    private static final Pattern PASSED = Pattern.compile(
            "^\\s*(?:[✓✔√☑✅]|[+•] \\pL|ok\\b|\\[\\s*(?:OK|PASS(?:ED)?|RUN)\\s*\\]|\\W*PASS(?:ED)?\\b)|(?:\\b(?:PASS(?:ED)?|passed|pass|Ok|OK|STARTED)|\\[OK\\])\\W*(?:\\([^()]*\\)|[\\d.]+ ?m?s)?\\s*$");
    private static final Pattern PASS = Pattern.compile("\\bPASS(?:ED)?\\b");
    private static final Pattern FRAMED = Pattern.compile("^\\s*(?:[│┃] +)+");
    private static final Pattern LIST =
            Pattern.compile("(?i)^\\W*(?:test )?(?:failures|failed|failing)(?: tests?| in \\S+)?:?$");
    private static final Pattern BEGINS = Pattern.compile("^\\s*(?:[^\\pL]|\\p{Lu}|\\w+\\s*[:=›])");
    private static final Pattern RULE = Pattern.compile("^\\s*[=─━*~_-]{10,}");
    private static final Pattern SIDES = Pattern.compile(
            "(?i)^\\W*(?:expected|actual|got|have|want\\w*|found|received|lhs|rhs|left|right|was)\\b.{0,12}[:=]");
    private static final Pattern FILE_LINE = Pattern.compile("^\\W*(?:\\w+://)?([\\w./-]+\\.\\w{1,5}):?$");
    private static final Pattern ONLY_LINE = Pattern.compile("(?i)^\\W*(?:at |on |in )?line:? (\\d+)\\W*$");
    private static final Pattern NODE = Pattern.compile("^([\\w./-]*\\w\\.[a-z]{1,5}):{1,2}\\D");
    private static final Pattern PLACE_AFTER = Pattern.compile("^[:(]\\d");
    private static final Pattern EXCERPT = Pattern.compile("^\\s*[❱→>]\\s*\\d+\\s*[|│]");

    /** Where a failed test is named. */
    private record Mark(int line, FailedName failed, boolean mention) {}

    /** What stands beside a name, and how much it sounds like the reason. */
    private record Reason(String text, @Nullable SourcePlace place, int rank) {
        static final Reason NONE = new Reason("", null, 0);
    }

    private final boolean last;

    private FailedTestsParser(boolean last) {
        this.last = last;
    }

    /** Before the parsers of loose errors, when no runner was recognised. */
    public static FailedTestsParser unknown() {
        return new FailedTestsParser(false);
    }

    /** When nothing was found although a runner may have been recognised. */
    public static FailedTestsParser last() {
        return new FailedTestsParser(true);
    }

    @Override
    public String tool() {
        return "test";
    }

    @Override
    public Findings parse(Output out) {
        boolean tests = !out.run().succeeded() && (last || !out.anyClaimed()) && out.any(FailedTestsParser::counted);
        if (!tests) return Findings.NONE;
        Map<String, List<Mark>> named = new LinkedHashMap<>();
        for (Mark mark : marks(out)) {
            String known = named.keySet().stream()
                    .filter(name -> same(name, mark.failed().name()))
                    .findFirst()
                    .orElse(mark.failed().name());
            named.computeIfAbsent(known, n -> new ArrayList<>()).add(mark);
        }
        mentions(out, named);
        Map<String, Reason> reasons = new LinkedHashMap<>();
        named.forEach((name, marks) -> reasons.put(name, best(out, marks, named)));
        // Linters and builds mark their lines, too; before these are asked, a test has to compare something.
        boolean compared = reasons.values().stream().anyMatch(r -> r.rank() >= Complaint.COMPARES);
        if (!last && !compared) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        named.forEach((name, marks) -> {
            Reason reason = reasons.getOrDefault(name, Reason.NONE);
            boolean told = reason.rank() >= (sure(marks) ? Complaint.TEXT : Complaint.COMPARES);
            if (!told) return;
            found.add(Finding.test(name, place(out, name, reason, marks), reason.text(), reason.text()));
        });
        if (found.isEmpty() && last) nameOfTheOnly(out, named).ifPresent(found::add);
        if (!found.isEmpty()) out.claim(0, out.size());
        return Findings.of(found);
    }

    /** One name failed, and one line of the output gives a reason: they belong together, wherever they stand. */
    private static Optional<Finding> nameOfTheOnly(Output out, Map<String, List<Mark>> named) {
        List<String> names = named.entrySet().stream()
                .filter(e -> sure(e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        List<Finding> reasons = new BestLineParser().parse(out).items();
        if (names.size() != 1 || reasons.size() != 1) return Optional.empty();
        Finding reason = reasons.getFirst();
        if (Complaint.of(TextLines.firstLine(reason.core())) < Complaint.COMPARES) return Optional.empty();
        SourcePlace at = reason.error()
                .file()
                .map(file -> new SourcePlace(file, reason.error().line().orElse(0)))
                .orElse(null);
        return Optional.of(Finding.test(names.getFirst(), at, reason.core(), reason.core()));
    }

    private static boolean counted(String line) {
        return COUNTS.matcher(line).find() || PASS.matcher(line).find();
    }

    private static boolean sure(List<Mark> marks) {
        return marks.stream().anyMatch(m -> m.failed().sure());
    }

    private static List<Mark> marks(Output out) {
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < out.size() && marks.size() < MOST; i++) {
            int at = i;
            if (sum(out.line(i))) continue;
            Optional<FailedName> failed = FailedName.alone(out.line(i - 1))
                    ? Optional.of(new FailedName(FailedName.tidy(out.line(i)), "", true))
                            .filter(f -> f.name().length() > 1)
                    : FailedName.of(out.line(i));
            boolean split = failed.filter(f -> f.sure() && !f.said().isEmpty()).isPresent();
            Optional<String> run = split ? running(out, i) : Optional.empty();
            if (run.isPresent()) {
                failed = run.map(name -> new FailedName(name, out.line(at).strip(), true));
            } else if (failed.isPresent() && failed.get().name().isEmpty()) {
                failed = owner(out, i).map(name -> new FailedName(name, failed(out.line(at)), true));
            } else if (failed.isEmpty()) {
                failed = FailedName.started(out.line(i)).map(name -> new FailedName(name, "", false));
            }
            failed.ifPresent(f -> marks.add(new Mark(at, f, false)));
        }
        return marks;
    }

    private static String failed(String line) {
        return FailedName.of(line).map(FailedName::said).orElse("");
    }

    /** {@code Running name:} stands above what fails in it, further left. */
    private static Optional<String> running(Output out, int at) {
        int indent = TextLines.indent(out.line(at));
        for (int i = at - 1; i >= Math.max(0, at - ABOVE); i--) {
            if (out.line(i).isBlank()) continue;
            boolean left = TextLines.indent(out.line(i)) <= indent;
            Optional<String> name =
                    left && out.line(i).endsWith(":") ? FailedName.started(out.line(i)) : Optional.empty();
            if (name.isPresent()) return name;
        }
        return Optional.empty();
    }

    /** A mark before a reason: the name is the line above that stands further left. */
    private static Optional<String> owner(Output out, int at) {
        int indent = TextLines.indent(out.line(at));
        for (int i = at - 1; i >= Math.max(0, at - ABOVE); i--) {
            String line = out.line(i);
            Optional<String> started = FailedName.started(line);
            if (started.isPresent()) return started;
            if (indent == 0) continue;
            if (line.isBlank() || RULE.matcher(line).find() || TextLines.indent(line) >= indent) continue;
            String name = FailedName.tidy(line);
            boolean diagnostic =
                    PlaceReader.own(line).filter(PlaceReader.Found::leads).isPresent();
            return name.length() > 1 && !diagnostic && !FailedName.compares(name)
                    ? Optional.of(name)
                    : Optional.empty();
        }
        return Optional.empty();
    }

    /** {@code cart > adds up} and {@code adds up} are one test that is named twice. */
    private static boolean same(String one, String other) {
        return one.equals(other) || endsWith(one, other) || endsWith(other, one);
    }

    private static boolean endsWith(String longer, String end) {
        return longer.length() > end.length()
                && end.length() >= NAME
                && longer.endsWith(end)
                && !Character.isLetterOrDigit(longer.charAt(longer.length() - end.length() - 1));
    }

    /** Runners name a test again, without a mark, above the details. */
    private static void mentions(Output out, Map<String, List<Mark>> named) {
        named.forEach((name, marks) -> {
            if (name.length() < NAME) return;
            for (int i = 0; i < out.size(); i++) {
                int at = out.line(i).indexOf(name);
                int line = i;
                boolean word = at >= 0
                        && !wordAt(out.line(i), at - 1)
                        && !wordAt(out.line(i), at + name.length())
                        && !PLACE_AFTER
                                .matcher(out.line(i).substring(at + name.length()))
                                .find()
                        && !PASSED.matcher(out.line(i)).find();
                if (word && marks.stream().noneMatch(m -> m.line() == line))
                    marks.add(new Mark(i, new FailedName(name, "", false), true));
            }
        });
    }

    private static boolean wordAt(String line, int at) {
        return at >= 0 && at < line.length() && (Character.isLetterOrDigit(line.charAt(at)) || line.charAt(at) == '_');
    }

    private static Reason best(Output out, List<Mark> marks, Map<String, List<Mark>> all) {
        Reason best = Reason.NONE;
        for (Mark mark : marks) {
            Reason here = reason(out, mark, marks, all);
            boolean more = here.rank() == best.rank()
                    && here.text().lines().count() > best.text().lines().count();
            if (here.rank() > best.rank() || more) best = here;
        }
        return best;
    }

    private static Reason reason(Output out, Mark mark, List<Mark> own, Map<String, List<Mark>> all) {
        String said = mark.failed().said();
        int from = mark.line() + 1;
        int end = from;
        int blanks = 0;
        int text = 0;
        for (int i = from; i < Math.min(out.streamEnd(mark.line()), from + BLOCK); i++) {
            String line = out.line(i);
            boolean over = ends(line) || names(all, own, i) || (text > 0 && own(own, i)) || blanks > 1;
            boolean underline =
                    text == 1 && RULE.matcher(line).find() && out.line(i - 1).endsWith(":");
            if (over && text > 0 && !underline) break;
            if (over && !underline && !RULE.matcher(line).find() && blanks <= 1) break;
            blanks = line.isBlank() ? blanks + 1 : 0;
            if (line.isBlank()) continue;
            if (!RULE.matcher(line).find()) text++;
            end = i + 1;
        }
        Reason below = read(out, from, end, said, mark);
        if (below.rank() >= Complaint.COMPARES) return below;
        int start = mark.line();
        boolean others = false;
        while (start > Math.max(0, mark.line() - ABOVE) && !others) {
            String line = out.line(start - 1);
            others = names(all, own, start - 1);
            if (others || ends(line) || line.isBlank()) break;
            start--;
        }
        Reason above = others ? Reason.NONE : read(out, start, mark.line(), said, mark);
        return above.rank() >= Complaint.COMPARES && above.rank() > below.rank() ? above : below;
    }

    private static boolean ends(String line) {
        return RULE.matcher(line).find() || (PASSED.matcher(line).find() && !line.contains("expected")) || sum(line);
    }

    private static boolean sum(String line) {
        boolean brief = line.length() < BRIEF
                && !FailedName.compares(line)
                && BEGINS.matcher(line).find();
        return LIST.matcher(line).find()
                || SUM.matcher(line).find()
                || (COUNTS.matcher(line).find() && (brief || NoiseLines.summary(line)));
    }

    private static boolean own(List<Mark> own, int line) {
        return own.stream().anyMatch(m -> m.line() == line && m.failed().sure());
    }

    private static boolean names(Map<String, List<Mark>> all, List<Mark> own, int line) {
        return all.values().stream()
                .flatMap(List::stream)
                .filter(mark -> mark.line() == line && !mark.mention())
                .anyMatch(mark -> !own.contains(mark));
    }

    private static Reason read(Output out, int from, int end, String said, Mark mark) {
        List<String> text = new ArrayList<>();
        if (!said.isEmpty()) text.add(said);
        int rank = said.isEmpty() ? 0 : FailedName.compares(said) ? Complaint.COMPARES + 1 : Complaint.TEXT;
        SourcePlace place = null;
        boolean near = false;
        for (int i = from; i < end; i++) {
            String line = FRAMED.matcher(out.line(i)).replaceFirst("");
            SourcePlace here = placeOf(out, i);
            boolean named = here != null
                    && stem(here).length() > 3
                    && mark.failed().name().contains(stem(here));
            if (place == null || (named && !near)) place = here;
            near |= named;
            boolean skip = line.isBlank()
                    || NoiseLines.frame(line)
                    || EXCERPT.matcher(line).find()
                    || NoiseLines.excerpt(line)
                    || RULE.matcher(line).find()
                    || StackFrameReader.of(line).isPresent()
                    || ONLY_LINE.matcher(line).find()
                    || onlyPlace(line);
            if (skip) continue;
            if (text.size() < MESSAGE && !said.equals(line.strip())) text.add(line);
            rank = Math.max(rank, rank(line));
        }
        if (text.isEmpty()) return Reason.NONE;
        if (place != null) rank++;
        return new Reason(TextLines.block(text), place, rank);
    }

    private static String stem(SourcePlace place) {
        String name = SourcePaths.name(place.file());
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Nothing is said but where it is. */
    private static boolean onlyPlace(String line) {
        Optional<PlaceReader.Found> found = PlaceReader.own(line);
        if (found.isEmpty() || FailedName.compares(line)) return false;
        String rest = line.substring(0, found.get().start())
                + line.substring(found.get().end());
        return Complaint.of(rest) < Complaint.WORDS
                && rest.chars().filter(Character::isLetter).count() < 12;
    }

    private static int rank(String line) {
        if (SIDES.matcher(line).find() || FailedName.compares(line)) return Complaint.COMPARES + 1;
        return Math.max(Complaint.TEXT, Complaint.of(line));
    }

    private static @Nullable SourcePlace placeOf(Output out, int at) {
        String line = out.line(at);
        Optional<SourcePlace> frame = StackFrameReader.of(line);
        if (frame.isPresent()) return frame.get().library() ? null : frame.get();
        Optional<PlaceReader.Found> found = PlaceReader.own(line);
        if (found.isPresent()) return found.get().frame();
        Matcher only = ONLY_LINE.matcher(line);
        if (!only.find()) return null;
        for (int i = at - 1; i >= 0; i--) {
            Matcher file = FILE_LINE.matcher(out.line(i));
            if (file.find()) return new SourcePlace(file.group(1), TextLines.number(only.group(1)));
        }
        return null;
    }

    private static @Nullable SourcePlace place(Output out, String name, Reason reason, List<Mark> marks) {
        if (reason.place() != null) return reason.place();
        for (Mark mark : marks) {
            Optional<PlaceReader.Found> here = PlaceReader.own(out.line(mark.line()));
            if (here.isPresent()) return here.get().frame();
        }
        Matcher node = NODE.matcher(name);
        return node.find() ? new SourcePlace(node.group(1), 0) : null;
    }
}
