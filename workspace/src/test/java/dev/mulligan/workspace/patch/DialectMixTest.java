package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.parse.BracketMarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random changes of two files in one answer, each in a dialect of its own, whole or damaged: exactly what was meant, or
 * a refusal. {@code -Dmulligan.dialect-mixes=50000} for the long run.
 */
class DialectMixTest {
    private static final long CASES = Long.getLong("mulligan.dialect-mixes", 600);
    private static final String FIRST = "src/first.js";
    private static final String SECOND = "lib/second.js";

    private enum Damage {
        NONE,
        CRLF,
        ESCAPED,
        PROSE,
        MARK_LOST,
        WORD_CHANGED,
        CUT_OFF,
        DIVIDER_TWICE,
        OLD_LINE_ALTERED,
        HALF_DONE
    }

    private enum Verdict {
        EXACT,
        REFUSED,
        WRONG,
        DROPPED
    }

    @Test
    void bothPartsOrNothing() throws IOException {
        long seed = Long.getLong("mulligan.seed", 20_261_116);
        Map<Damage, Map<Verdict, Integer>> verdicts = new EnumMap<>(Damage.class);
        List<String> examples = new ArrayList<>();
        for (long i = 0; i < CASES; i++) {
            Random random = new Random((seed + i) * 0x9E3779B97F4A7C15L);
            Damage damage = Damage.values()[random.nextInt(3) == 0 ? 0 : random.nextInt(Damage.values().length)];
            Case mix = new Case(random, damage);
            Verdict verdict = mix.judge();
            verdicts.computeIfAbsent(damage, it -> new EnumMap<>(Verdict.class)).merge(verdict, 1, Integer::sum);
            if ((verdict == Verdict.WRONG || verdict == Verdict.DROPPED) && examples.size() < 5) {
                examples.add("seed " + (seed + i) + " " + damage + " " + verdict + "\n" + mix.report());
            }
        }
        System.out.println("dialect mixes: " + CASES + " " + verdicts);
        assertThat(examples).as(String.join("\n\n", examples)).isEmpty();
        Map<Verdict, Integer> whole = verdicts.getOrDefault(Damage.NONE, Map.of());
        assertThat(whole.getOrDefault(Verdict.EXACT, 0))
                .as("undamaged answers are applied unless a place is not unique")
                .isGreaterThan(whole.getOrDefault(Verdict.REFUSED, 0) * 2);
    }

    private static final class Case {
        private final Random random;
        private final DamagedDiff first;
        private final DamagedDiff second;
        private final DialectWriter[] writers;
        private final String answer;
        private final boolean mustRefuse;
        private final MemoryTree tree;
        private final String end;
        private PatchOutcome outcome = new PatchOutcome.NoOp("");

        Case(Random random, Damage damage) {
            this.random = random;
            this.first = new DamagedDiff(random);
            this.second = new DamagedDiff(random);
            DialectWriter[] all = DialectWriter.values();
            this.writers = new DialectWriter[] {
                fitting(all[random.nextInt(all.length)], first), fitting(all[random.nextInt(all.length)], second)
            };
            String one = writers[0].write(FIRST, DialectWriter.Change.of(first));
            String two = writers[1].write(SECOND, DialectWriter.Change.of(second));
            boolean[] refuse = {false};
            String damaged = damaged(two, damage, refuse);
            String text = random.nextBoolean() || damage == Damage.CUT_OFF
                    ? one + "\nAnd the other file:\n\n" + damaged
                    : damaged + "\nAnd the other file:\n\n" + one;
            this.answer = whole(text, damage);
            this.mustRefuse = refuse[0];
            String end = damage == Damage.CRLF && random.nextBoolean() ? "\r\n" : "\n";
            this.tree = new MemoryTree()
                    .with(FIRST, text(isDone(damage) ? first.result : first.base, end))
                    .with(SECOND, text(second.base, end));
            this.end = end;
        }

        /** As a text between quotes or tags, one empty line is the same as nothing. */
        private static DialectWriter fitting(DialectWriter writer, DamagedDiff diff) {
            boolean empty = DialectWriter.Change.of(diff).edits().stream()
                    .anyMatch(edit -> edit.fresh().equals(List.of("")));
            return empty ? DialectWriter.UNIFIED : writer;
        }

        /** Not where old lines still stand in the file that is done, or where line numbers of the old one point into it. */
        private boolean isDone(Damage damage) {
            return damage == Damage.HALF_DONE
                    && writers[0] != DialectWriter.UNIFIED
                    && !writers[0].name().startsWith("ROO")
                    && DialectWriter.Change.of(first).edits().stream()
                            .noneMatch(edit ->
                                    DamagedDiff.squeezed(first.result).contains(DamagedDiff.squeezed(edit.old()))
                                            && (edit.fresh().isEmpty()
                                                    || Collections.indexOfSubList(first.result, edit.old()) >= 0));
        }

        private String whole(String text, Damage damage) {
            return switch (damage) {
                case CRLF -> text.replace("\n", "\r\n");
                case ESCAPED -> text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
                case PROSE ->
                    "Sure, here it is.\n\n- one\n- two\n\n" + text + "\nRun the tests:\n```sh\nnpm test\n```\n";
                default -> text;
            };
        }

        private String damaged(String part, Damage damage, boolean[] refuse) {
            List<String> lines = new ArrayList<>(List.of(part.split("\n", -1)));
            switch (damage) {
                case MARK_LOST -> {
                    List<Integer> marks = marks(lines);
                    if (!marks.isEmpty()) {
                        lines.remove((int) marks.get(random.nextInt(marks.size())));
                    }
                }
                case WORD_CHANGED ->
                    lines.replaceAll(line -> line.replace("SEARCH", "LOOKUP").replace("FIND:", "LOCATE:"));
                case CUT_OFF -> {
                    // Before an edit has begun, and behind a complete one, nobody can tell that more was to come.
                    String first = second.hunks().getFirst().getFirst();
                    int from = part.indexOf(first.substring(1)) + first.length();
                    int to = part.lastIndexOf('\n', part.length() - 2) - 1;
                    if (second.hunks().size() == 1 && from > first.length() && from < to) {
                        return part.substring(0, from + random.nextInt(to - from))
                                .stripTrailing();
                    }
                }
                case DIVIDER_TWICE -> {
                    int at = lines.indexOf("=======");
                    if (at > 0) {
                        lines.add(at, "=======");
                    }
                }
                case OLD_LINE_ALTERED -> {
                    String old = second.base.get(random.nextInt(second.base.size()));
                    boolean quoted = second.hunks().stream()
                            .anyMatch(hunk -> hunk.contains("-" + old) && !hunk.contains("+" + old));
                    if (quoted && old.strip().length() > 8 && !writers[1].isWhole()) {
                        refuse[0] = true;
                        return part.replace(old.strip().replace("\"", jsonQuote()), "somethingElse().entirely();");
                    }
                }
                default -> {}
            }
            return String.join("\n", lines);
        }

        private String jsonQuote() {
            return writers[1].isJson() ? "\\\"" : "\"";
        }

        /** Without the line of a fence that names the file, the rest is code among prose. */
        private List<Integer> marks(List<String> lines) {
            List<Integer> marks = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (BlockMarks.opens(line)
                        || BlockMarks.closesByName(line)
                        || BlockMarks.divides(line, 7)
                        || BracketMarks.isMark(line)
                        || line.startsWith("<")
                        || line.startsWith("*** ")
                        || (line.startsWith("@@") && second.hunks().stream().allMatch(DialectMixTest::hasContext))
                        || line.startsWith("FIND")
                        || line.startsWith("REPLACE")
                        || (line.startsWith("```") && !line.contains(SECOND))) {
                    marks.add(i);
                }
            }
            return marks;
        }

        Verdict judge() throws IOException {
            outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
            if (!outcome.succeeded()) {
                return Verdict.REFUSED;
            }
            boolean one = is(FIRST, first.result);
            boolean two = is(SECOND, second.result);
            if (one && two && !mustRefuse) {
                return Verdict.EXACT;
            }
            boolean dropped = (one || is(FIRST, first.base)) && (two || is(SECOND, second.base));
            return dropped ? Verdict.DROPPED : Verdict.WRONG;
        }

        private boolean is(String path, List<String> lines) {
            return latin1(text(lines, end)).equals(tree.after(outcome).get(path));
        }

        String report() {
            return writers[0] + " " + writers[1] + "\n" + answer + "\n--- first\n" + text(first.base, "\n")
                    + "\n--- second\n" + text(second.base, "\n") + "\n--- got\n" + tree.after(outcome);
        }
    }

    /** Without context two hunks are one when the line between them is lost. */
    private static boolean hasContext(List<String> hunk) {
        return hunk.getFirst().startsWith(" ") || hunk.getLast().startsWith(" ");
    }

    private static String text(List<String> lines, String end) {
        return lines.isEmpty() ? "" : String.join(end, lines) + end;
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
