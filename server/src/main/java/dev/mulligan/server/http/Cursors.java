package dev.mulligan.server.http;

import dev.mulligan.store.event.SessionViews.Cursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/** Where the next page begins, as a text that clients hand back and do not look into. */
public final class Cursors {

    private Cursors() {}

    public static Cursor of(Call call) {
        return call.asked("cursor").map(Cursors::read).orElse(Cursor.NEWEST);
    }

    private static Cursor read(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int colon = plain.indexOf(':');
            return new Cursor(
                    Instant.ofEpochMilli(Long.parseLong(plain.substring(0, colon))), plain.substring(colon + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw Problem.field("cursor", "cursor: is not one that a list here ended with");
        }
    }

    public static String write(Instant at, String id) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((at.toEpochMilli() + ":" + id).getBytes(StandardCharsets.UTF_8));
    }
}
