package dev.mulligan.failure.match;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one classification has found so far, and its working memory. Used by one thread at a time. */
public final class PhraseHits {
    private static final int MAX_MARKS = 24;
    private static final int MAX_OF_A_KIND = 4;
    private static final int MAX_ORIGIN = 1 << 30;

    private final PhraseTable table;
    private final long[] phrases;
    private final long[] candidates;
    private final int[] ends;
    private final TextMark[] marks = new TextMark[MAX_MARKS];
    private final String[] markTexts = new String[MAX_MARKS];
    private final int[] markPositions = new int[MAX_MARKS];
    private FoldedText folded = new FoldedText(FoldedText.USUAL_LENGTH);
    private @Nullable ClassificationTrace trace;
    private int markCount;
    private long kinds;
    private int origin;
    private int nextOrigin;

    PhraseHits(PhraseTable table) {
        this.table = table;
        this.phrases = new long[table.phraseWords()];
        this.candidates = new long[table.ruleWords()];
        this.ends = new int[table.slots()];
    }

    void begin(@Nullable ClassificationTrace newTrace) {
        trace = newTrace;
        Arrays.fill(phrases, 0);
        Arrays.fill(candidates, 0);
        markCount = 0;
        kinds = 0;
        if (nextOrigin > MAX_ORIGIN) {
            Arrays.fill(ends, 0);
            nextOrigin = 0;
        }
    }

    /** Lets go of texts that may be large. */
    void end() {
        trace = null;
        Arrays.fill(markTexts, 0, markCount, "");
        if (folded.capacity() > FoldedText.USUAL_LENGTH) {
            folded = new FoldedText(FoldedText.USUAL_LENGTH);
        }
    }

    /** Room for a text of this length. */
    FoldedText folded(int length) {
        if (folded.capacity() < length) {
            folded = new FoldedText(length);
        }
        return folded;
    }

    /** Parts of a phrase must be in the same text: positions of different texts never come near each other. */
    void startText(int room) {
        origin = nextOrigin;
        nextOrigin += room + 1;
    }

    void remember(int slot, int end) {
        ends[slot] = origin + end;
    }

    boolean near(int slot, int start, int maxGap) {
        int end = ends[slot];
        int here = origin + start;
        return end != 0 && end <= here && here - end <= maxGap;
    }

    /** Notes a phrase that ends before {@code at}; returns from where on to look again. */
    int found(int phrase, String text, int at, int to) {
        phrases[phrase >> 6] |= 1L << phrase;
        if (trace != null) {
            trace.found(phrase, text, at);
        }
        for (int rule : table.rulesOf(phrase)) {
            candidates[rule >> 6] |= 1L << rule;
        }
        for (TextMark mark : table.marksOf(phrase)) {
            if (mark == TextMark.QUOTED) {
                int end = QuotedValue.end(text, at - 1, to);
                if (end > at + 1) {
                    kinds |= mark.bit();
                }
                return isReport(text, at, to) ? 0 : end;
            }
            mark(mark, text, at);
        }
        return 0;
    }

    private void mark(TextMark mark, String text, int at) {
        if (mark == TextMark.ATTEMPT) {
            if (ClientAttempts.isLast(text, at)) {
                kinds |= TextMark.RETRIES_USED_UP.bit();
            }
            return;
        }
        kinds |= mark.bit();
        if (markCount < MAX_MARKS && marksOf(mark) < MAX_OF_A_KIND) {
            marks[markCount] = mark;
            markTexts[markCount] = text;
            markPositions[markCount++] = at;
        }
    }

    private int marksOf(TextMark kind) {
        int count = 0;
        for (int i = 0; i < markCount; i++) {
            count += marks[i] == kind ? 1 : 0;
        }
        return count;
    }

    /** Agents repeat a provider's error as if they had said it. */
    private static boolean isReport(String text, int at, int to) {
        return text.startsWith("API Error", at) && at + 9 < to;
    }

    public boolean has(int phrase) {
        return (phrases[phrase >> 6] & (1L << phrase)) != 0;
    }

    public boolean has(TextMark mark) {
        return (kinds & mark.bit()) != 0;
    }

    public boolean hasAny(int[] group) {
        for (int phrase : group) {
            if (has(phrase)) {
                return true;
            }
        }
        return false;
    }

    public long[] candidates() {
        return candidates;
    }

    public int markCount() {
        return markCount;
    }

    public TextMark mark(int i) {
        return marks[i];
    }

    public String markText(int i) {
        return markTexts[i];
    }

    public int markPosition(int i) {
        return markPositions[i];
    }
}
