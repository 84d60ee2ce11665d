package dev.mulligan.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text from files that people write. Java's own complaint about another encoding says neither what nor where. */
public final class Utf8Files {

    private Utf8Files() {}

    /** @throws IOException that says so, with the line, where the file is not UTF-8 */
    public static String read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("is not text in UTF-8" + firstOdd(bytes) + "; save it as UTF-8", e);
        }
    }

    /** Where it stops being UTF-8, for whoever has to look for it. */
    private static String firstOdd(byte[] all) {
        ByteBuffer bytes = ByteBuffer.wrap(all);
        CharBuffer before = CharBuffer.allocate(bytes.remaining());
        StandardCharsets.UTF_8.newDecoder().decode(bytes, before, true);
        long line = before.flip().chars().filter(c -> c == '\n').count() + 1;
        return bytes.hasRemaining() ? " from line " + line + " on" : "";
    }
}
