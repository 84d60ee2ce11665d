package dev.mulligan.workspace.patch.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A text file taken apart so that it can be put together again byte for byte. */
public record TextFile(boolean bom, Charset charset, List<Line> lines) {
    /** One line with the line end it has; only the last may have none. */
    public record Line(String text, String end) {}

    private static final String BOM = "\uFEFF";

    public TextFile {
        lines = List.copyOf(lines);
    }

    /** Empty when the bytes are not text. */
    public static Optional<TextFile> of(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return Optional.empty();
            }
        }
        Charset charset = StandardCharsets.UTF_8;
        String text;
        try {
            text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException legacyEncoding) {
            charset = StandardCharsets.ISO_8859_1;
            text = new String(bytes, charset);
        }
        boolean bom = text.startsWith(BOM);
        return Optional.of(new TextFile(bom, charset, split(bom ? text.substring(1) : text)));
    }

    private static List<Line> split(String text) {
        List<Line> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int newline = text.indexOf('\n', start);
            if (newline < 0) {
                lines.add(new Line(text.substring(start), ""));
                break;
            }
            boolean crlf = newline > start && text.charAt(newline - 1) == '\r';
            lines.add(new Line(text.substring(start, crlf ? newline - 1 : newline), crlf ? "\r\n" : "\n"));
            start = newline + 1;
        }
        return lines;
    }

    public int size() {
        return lines.size();
    }

    public String text(int index) {
        return lines.get(index).text();
    }

    public boolean endsWithNewline() {
        return lines.isEmpty() || !lines.getLast().end().isEmpty();
    }

    /** The line end most lines have. */
    public String lineEnd() {
        long crlf = lines.stream().filter(line -> line.end().equals("\r\n")).count();
        long lf = lines.stream().filter(line -> line.end().equals("\n")).count();
        return crlf > lf ? "\r\n" : "\n";
    }

    /** Whether this file's encoding can hold the text. */
    public boolean canHold(String text) {
        return charset.equals(StandardCharsets.UTF_8)
                ? StandardCharsets.UTF_8.newEncoder().canEncode(text)
                : text.chars().allMatch(c -> c < 128);
    }

    public byte[] bytes(List<Line> changed, boolean newlineAtEnd) {
        StringBuilder out = new StringBuilder(bom ? BOM : "");
        String end = lineEnd();
        for (int i = 0; i < changed.size(); i++) {
            Line line = changed.get(i);
            out.append(line.text());
            boolean last = i == changed.size() - 1;
            if (!last || newlineAtEnd) {
                out.append(line.end().isEmpty() ? end : line.end());
            }
        }
        return out.toString().getBytes(charset);
    }
}
