package dev.mulligan.server.page;

import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The pages of the dashboard from the jar. Every path that is no file is a page of it. */
public final class StaticFiles {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json",
            "webmanifest", "application/manifest+json",
            "woff2", "font/woff2");

    @SuppressWarnings("ArrayRecordComponent")
    private record Loaded(byte[] bytes, String tag) {}

    private final Map<String, Optional<Loaded>> loaded = new ConcurrentHashMap<>();

    public Reply answer(String method, String path, @Nullable String known) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw Problem.of(405, "Only to be read", "pages take GET only");
        }
        String name = path.substring(1);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            return page(known);
        }
        boolean plain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "-_./".indexOf(c) >= 0);
        Loaded file = (plain && !name.contains("..") ? load("web/" + name) : Optional.<Loaded>empty())
                .orElseThrow(() -> Problem.notFound("there is no file " + path));
        // Files under assets carry a hash of their content in their names.
        String cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
        return reply(file, type, cache, known);
    }

    private Reply page(@Nullable String known) {
        Loaded page = load("web/index.html")
                .or(() -> load("plain.html"))
                .orElseThrow(() -> Problem.notFound("this build has no pages"));
        return reply(page, "text/html; charset=utf-8", "no-cache", known);
    }

    private static Reply reply(Loaded file, String type, String cache, @Nullable String known) {
        boolean same = file.tag().equals(known);
        return new Reply(
                same ? 304 : 200,
                Map.of("content-type", type, "cache-control", cache, "etag", file.tag()),
                same ? new byte[0] : file.bytes());
    }

    private Optional<Loaded> load(String name) {
        Optional<Loaded> before = loaded.get(name);
        if (before != null) {
            return before;
        }
        Optional<Loaded> found = read(name);
        // What is not there is not remembered: names come from outside.
        found.ifPresent(file -> loaded.put(name, found));
        return found;
    }

    private static Optional<Loaded> read(String name) {
        try (InputStream in = StaticFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] bytes = in.readAllBytes();
            CRC32 sum = new CRC32();
            sum.update(bytes);
            return Optional.of(new Loaded(bytes, "\"" + Long.toHexString(sum.getValue()) + "\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
