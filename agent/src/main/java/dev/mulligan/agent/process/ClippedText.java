package dev.mulligan.agent.process;

/** Cuts text to a length and says so. Errors are best at their head, logs at their tail: half of each is kept. */
public final class ClippedText {

    private static final String GAP = "\n… left out …\n";

    private ClippedText() {}

    public static String to(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int keep = most - GAP.length();
        if (keep <= 0) {
            return "";
        }
        int head = keep / 2;
        return text.substring(0, head) + GAP + text.substring(text.length() - (keep - head));
    }
}
