package dev.mulligan.provider;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where the members of a JSON object lie, found in one pass over its bytes without making anything of them: what is not
 * looked at cannot be changed.
 */
public final class TopLevel {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FIELDS = 4;
    /** So much of a first message tells conversations apart. */
    private static final int LONGEST_ITEM = 4096;

    /** Half open, in bytes. */
    public record Span(int from, int to) {
        public int length() {
            return to - from;
        }
    }

    private final byte[] bytes;
    private final int end;
    private int[] members = new int[16 * FIELDS];
    private int count;
    private boolean whole;

    private TopLevel(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    public static TopLevel of(byte[] bytes) {
        return of(bytes, bytes.length);
    }

    /** The same for the beginning of the bytes. */
    public static TopLevel of(byte[] bytes, int length) {
        TopLevel found = new TopLevel(bytes, length);
        found.whole = found.scan();
        return found;
    }

    /** Whether it is one object from its first brace to its last, with nothing behind. */
    public boolean isWhole() {
        return whole;
    }

    /** The value of the member, quotes included; the last one wins, as parsers have it. */
    public Optional<Span> value(String name) {
        int at = find(name);
        return at < 0 ? Optional.empty() : Optional.of(new Span(members[at + 2], members[at + 3]));
    }

    /** The member with its name and the comma that parts it from its neighbour: what is missing when it is not there. */
    public Optional<Span> member(String name) {
        int at = find(name);
        if (at < 0) {
            return Optional.empty();
        }
        int from = members[at] - 1;
        int before = from - 1;
        while (before > 0 && bytes[before] <= ' ' && bytes[before] >= 0) {
            before--;
        }
        int to = members[at + 3];
        if (bytes[before] == ',') {
            return Optional.of(new Span(before, to));
        }
        int after = skipSpace(to);
        return Optional.of(new Span(from, after < end && bytes[after] == ',' ? skipSpace(after + 1) : to));
    }

    private int find(String name) {
        for (int i = (count - 1) * FIELDS; i >= 0; i -= FIELDS) {
            if (isNamed(i, name)) {
                return i;
            }
        }
        return -1;
    }

    /** Names that are asked for are plain ASCII. */
    private boolean isNamed(int member, String name) {
        int from = members[member];
        if (members[member + 1] - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public String text(Span span) {
        return new String(bytes, span.from(), span.length(), StandardCharsets.UTF_8);
    }

    /** The text of a plain string member; one with escapes is left alone. */
    public Optional<String> string(String name) {
        return value(name)
                .filter(span -> span.length() >= 2 && bytes[span.from()] == '"')
                .map(span -> text(new Span(span.from() + 1, span.to() - 1)))
                .filter(text -> text.indexOf('\\') < 0);
    }

    public boolean isTrue(String name) {
        return value(name).map(this::text).filter("true"::equals).isPresent();
    }

    /** Present and neither null, false, nor an empty list, object or text. */
    public boolean says(String name) {
        return value(name).filter(this::saysSomething).isPresent();
    }

    private boolean saysSomething(Span value) {
        return switch (bytes[value.from()]) {
            case 'n', 'f' -> false;
            case '"' -> value.length() > 2;
            case '[', '{' -> skipSpace(value.from() + 1) < value.to() - 1;
            default -> true;
        };
    }

    /** The first item of a list member, or its beginning when it is long. */
    public Optional<Span> firstItem(String name) {
        return value(name).filter(span -> bytes[span.from()] == '[').flatMap(span -> {
            int at = skipSpace(span.from() + 1);
            if (at >= span.to() || bytes[at] == ']') {
                return Optional.empty();
            }
            int cut = Math.min(span.to(), at + LONGEST_ITEM);
            int end = new TopLevel(bytes, cut).skipValue(at);
            return Optional.of(new Span(at, end < 0 || end > cut ? cut : end));
        });
    }

    private boolean scan() {
        int at = skipSpace(0);
        if (at >= end || bytes[at] != '{') {
            return false;
        }
        at = skipSpace(at + 1);
        if (at < end && bytes[at] == '}') {
            return skipSpace(at + 1) == end;
        }
        while (at < end && bytes[at] == '"') {
            int nameEnd = skipString(at);
            int colon = nameEnd < 0 ? end : skipSpace(nameEnd);
            if (colon >= end || bytes[colon] != ':') {
                return false;
            }
            int from = skipSpace(colon + 1);
            int to = from < end ? skipValue(from) : -1;
            if (to < 0) {
                return false;
            }
            add(at + 1, nameEnd - 1, from, to);
            at = skipSpace(to);
            if (at >= end) {
                return false;
            }
            if (bytes[at] == '}') {
                return skipSpace(at + 1) == end;
            }
            if (bytes[at] != ',') {
                return false;
            }
            at = skipSpace(at + 1);
        }
        return false;
    }

    private void add(int nameFrom, int nameTo, int from, int to) {
        if (count * FIELDS == members.length) {
            members = Arrays.copyOf(members, members.length * 2);
        }
        int at = count++ * FIELDS;
        members[at] = nameFrom;
        members[at + 1] = nameTo;
        members[at + 2] = from;
        members[at + 3] = to;
    }

    private int skipSpace(int from) {
        int at = from;
        while (at < end && bytes[at] <= ' ' && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /** The end of the value that starts here, or -1. */
    private int skipValue(int from) {
        return switch (bytes[from]) {
            case '"' -> skipString(from);
            case '{', '[' -> skipNested(from);
            default -> skipWord(from);
        };
    }

    private int skipWord(int from) {
        int at = from;
        while (at < end && bytes[at] > ' ' && bytes[at] != ',' && bytes[at] != '}' && bytes[at] != ']') {
            at++;
        }
        return at == from ? -1 : at;
    }

    private int skipNested(int from) {
        int depth = 0;
        int at = from;
        while (at < end) {
            switch (bytes[at]) {
                case '"' -> {
                    at = skipString(at);
                    if (at < 0) {
                        return -1;
                    }
                    continue;
                }
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            at++;
            if (depth == 0) {
                return at;
            }
        }
        return -1;
    }

    /**
     * The end of the string that starts here, or -1. Sixteen bytes at a time, since prompts are long strings, and for
     * quotes only: whether one is escaped is told by the backslashes before it.
     */
    private int skipString(int from) {
        int at = from + 1;
        while (at < end) {
            if (at + 2 * Long.BYTES <= end) {
                long first = Bytes.marks((long) EIGHT.get(bytes, at), '"');
                long second = Bytes.marks((long) EIGHT.get(bytes, at + Long.BYTES), '"');
                if ((first | second) == 0) {
                    at += 2 * Long.BYTES;
                    continue;
                }
                at += first != 0
                        ? Long.numberOfTrailingZeros(first) >>> 3
                        : Long.BYTES + (Long.numberOfTrailingZeros(second) >>> 3);
            }
            if (bytes[at] == '"' && !isEscaped(at, from)) {
                return at + 1;
            }
            at++;
        }
        return -1;
    }

    private boolean isEscaped(int quote, int opening) {
        int at = quote - 1;
        while (at > opening && bytes[at] == '\\') {
            at--;
        }
        return ((quote - 1 - at) & 1) == 1;
    }
}
