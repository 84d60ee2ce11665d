package dev.mulligan.redact;

import dev.mulligan.redact.SecretNames.Weight;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass over one text. Every character is looked at a bounded number of times. */
final class SecretScan {

    private static final int LONGEST_NAME = 80;
    private static final int ENOUGH_TO_JUDGE = 256;
    private static final int NEARBY = 200;
    private static final String QUOTED_ENDS = "\"'`\\\n";
    private static final String LINE_ENDS = "\"'`\\\r\n";
    private static final String VALUE_ENDS = " \t\r\n,;)}]\"'`\\&<>|";
    private static final int LONG_USER = 20;
    private static final List<String> WEBHOOKS =
            List.of("hooks.slack.com/services/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/");
    private static final String KEY_BEGIN = "-----BEGIN ";

    private final String text;
    /** Made when the first secret is found: nearly every text has none. */
    private @Nullable StringBuilder out;

    private int copied;
    private int at;
    private int amazonUntil;

    SecretScan(String text) {
        this.text = text;
    }

    String run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (SecretShapes.isToken(c)) {
                if (c != '-' || !privateKey()) {
                    word();
                }
            } else if (c == ':' && text.startsWith("://", at)) {
                address();
            } else {
                at += escape(c);
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    /** Line breaks written as two characters and colour codes would otherwise hide where a word begins. */
    private int escape(char c) {
        if (c == '\\' && at + 1 < text.length() && "nrt".indexOf(text.charAt(at + 1)) >= 0) {
            return 2;
        }
        if (c == '\u001b' && text.startsWith("[", at + 1)) {
            int end = at + 2;
            while (end < text.length() && end - at < 20 && !Character.isLetter(text.charAt(end))) {
                end++;
            }
            return end - at + 1;
        }
        return 1;
    }

    private StringBuilder hide(int from, int to) {
        StringBuilder hidden = out == null ? new StringBuilder(text.length()) : out;
        out = hidden;
        hidden.append(text, copied, from).append(Secrets.REDACTED);
        copied = to;
        at = to;
        return hidden;
    }

    private boolean privateKey() {
        if (!text.startsWith(KEY_BEGIN, at)) {
            return false;
        }
        int line = end(at, "\r\n", Math.min(text.length(), at + LONGEST_NAME));
        if (!text.substring(at, line).contains("PRIVATE KEY")) {
            return false;
        }
        int end = text.indexOf("-----END ", at + KEY_BEGIN.length());
        int close = end < 0 ? -1 : text.indexOf("-----", end + 9);
        // An unfinished block is hidden to the end: a cut-off key is still a key.
        hide(at, close < 0 ? text.length() : close + 5);
        return true;
    }

    /** A run of token characters: a key by shape, or a name that a secret value follows. */
    private void word() {
        int start = at;
        int shaped = SecretShapes.end(text, start);
        if (shaped > start) {
            boolean amazon = text.startsWith("AKIA", start) || text.startsWith("ASIA", start);
            hide(start, shaped);
            amazonUntil = amazon ? shaped + NEARBY : amazonUntil;
            return;
        }
        int secret = start < amazonUntil ? SecretShapes.amazonSecretEnd(text, start) : start;
        if (secret > start) {
            hide(start, secret);
            return;
        }
        int end = start;
        while (end < text.length() && SecretShapes.isToken(text.charAt(end))) {
            end++;
        }
        at = end;
        if (end - start > LONGEST_NAME || (isScheme(start, end) && scheme()) || !mayNameAValue(start, end)) {
            return;
        }
        String name = text.substring(start, end);
        Weight weight = SecretNames.weigh(name);
        if (weight != Weight.NONE) {
            value(name, weight);
        }
    }

    private boolean isScheme(int start, int end) {
        int length = end - start;
        return (length == 6 && text.regionMatches(true, start, "bearer", 0, 6))
                || (length == 5 && text.regionMatches(true, start, "basic", 0, 5));
    }

    /** Most words are followed by another one: those need no second look. */
    private boolean mayNameAValue(int start, int end) {
        int i = skipQuotes(end);
        while (i < text.length() && i - end < LONGEST_NAME && text.charAt(i) == ' ') {
            i++;
        }
        return i < text.length() && (text.charAt(i) == '=' || text.charAt(i) == ':' || text.startsWith("--", start));
    }

    private boolean scheme() {
        int from = at;
        while (from < text.length() && text.charAt(from) == ' ') {
            from++;
        }
        int to = end(from, VALUE_ENDS, Math.min(text.length(), from + ENOUGH_TO_JUDGE));
        if (from == at || to - from < 8 || !isCredential(from, to)) {
            return false;
        }
        hide(from, valueEnd(to));
        return true;
    }

    /** "Basic authentication required" is prose. */
    private boolean isCredential(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c >= '0' && c <= '9') || c == '=' || c == '_' || (i > from && c >= 'A' && c <= 'Z')) {
                return true;
            }
        }
        return to - from >= 20;
    }

    private void value(String name, Weight weight) {
        int i = skipQuotes(at);
        String quotes = text.substring(at, i);
        int spaces = i;
        while (i < text.length() && text.charAt(i) == ' ') {
            i++;
        }
        if (i >= text.length() || (text.charAt(i) != '=' && text.charAt(i) != ':')) {
            // A flag and its value: --password hunter2
            if (weight == Weight.SURE && spaces == at && flagged() && i > spaces) {
                int end = valueEnd(i);
                if (end > i && text.charAt(i) != '-' && SecretNames.isSecret(weight, text.substring(i, end), true)) {
                    hide(i, end);
                }
            }
            return;
        }
        boolean firm = text.charAt(i) == '=' || i > at;
        i++;
        while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '=' || text.charAt(i) == '>')) {
            i++;
        }
        int quote = skipQuotes(i);
        firm |= quote > i;
        String ends = quote > i ? QUOTED_ENDS : weight == Weight.LINE ? LINE_ENDS : VALUE_ENDS;
        // Judged by its first part, so that a long text of names and signs costs no more than once through.
        int end = end(quote, ends, Math.min(text.length(), quote + ENOUGH_TO_JUDGE));
        if (end == quote) {
            return;
        }
        String value = text.substring(quote, end);
        boolean code = quote == i && weight != Weight.LINE && SecretNames.isCode(name, value);
        if (!code && SecretNames.isSecret(weight, value, firm)) {
            StringBuilder hidden = hide(quote, end(end, ends, text.length()));
            // A bare value after a quoted name is JSON, which has to stay readable for a machine.
            if (quote == i && !quotes.isEmpty()) {
                hidden.insert(hidden.length() - Secrets.REDACTED.length(), quotes)
                        .append(quotes);
            }
        }
    }

    private boolean flagged() {
        int start = at;
        while (start > 0 && SecretShapes.isToken(text.charAt(start - 1)) && at - start < LONGEST_NAME) {
            start--;
        }
        return text.startsWith("--", start);
    }

    /** Quotes, also escaped ones as in JSON inside JSON. */
    private int skipQuotes(int from) {
        int i = from;
        while (i < text.length() && i - from < 8 && isQuote(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`' || c == '\\';
    }

    private int valueEnd(int from) {
        return end(from, VALUE_ENDS, text.length());
    }

    private int end(int from, String ends, int limit) {
        int i = from;
        while (i < limit && ends.indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    /**
     * {@code scheme://user:password@host}: the password goes, the rest says where the trouble is. A long user without a
     * password is a token, and whoever has a webhook's address may use it.
     */
    private void address() {
        int from = at + 3;
        for (String webhook : WEBHOOKS) {
            int path = from + webhook.length();
            if (text.startsWith(webhook, from) && !text.startsWith(Secrets.REDACTED, path)) {
                hide(path, valueEnd(path));
                return;
            }
        }
        int colon = -1;
        int last = -1;
        for (int i = from; i < text.length() && " \t\r\n/?#\"'`<>\\".indexOf(text.charAt(i)) < 0; i++) {
            char c = text.charAt(i);
            if (c == '@') {
                last = i;
            } else if (c == ':' && colon < 0 && last < 0) {
                colon = i;
            }
        }
        if (last >= 0 && colon >= 0) {
            hide(colon + 1, last);
        } else if (last - from >= LONG_USER && hasDigit(from, last)) {
            hide(from, last);
        } else {
            // Nothing hidden: look at the words of the address as well, they may be keys.
            at = from;
        }
    }

    private boolean hasDigit(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
                return true;
            }
        }
        return false;
    }
}
