package dev.mulligan.cli.setup;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Asks an address which release is the newest. Sends nothing about this machine or what it does. */
final class LatestRelease {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 1 << 20;

    private LatestRelease() {}

    /** Why nothing was found out. */
    static final class Unknown extends Exception {
        private static final long serialVersionUID = 1L;

        Unknown(String why) {
            super(why);
        }
    }

    static ReleaseNumber ask(URI address) throws Unknown {
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            HttpResponse<InputStream> answer = http.send(
                    HttpRequest.newBuilder(address)
                            .timeout(PATIENCE)
                            .header("accept", "application/json, text/plain")
                            .header("user-agent", "mulligan")
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                if (answer.statusCode() != 200) {
                    throw new Unknown("it answered with status " + answer.statusCode());
                }
                String text = new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
                return read(text).orElseThrow(() -> new Unknown("its answer names no version"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unknown("it was interrupted");
        } catch (IOException e) {
            throw new Unknown(Optional.ofNullable(e.getMessage())
                    .filter(why -> !why.isBlank())
                    .orElse("no connection"));
        }
    }

    /** A plain version, or JSON with {@code version} or, as GitHub writes it, {@code tag_name}. */
    static Optional<ReleaseNumber> read(String answer) {
        String text = answer.strip();
        if (!text.startsWith("{")) {
            return ReleaseNumber.of(text);
        }
        try {
            JsonObject release = Json.parseObject(text);
            return ReleaseNumber.of(release.text("version", release.text("tag_name", "")));
        } catch (JsonException e) {
            return Optional.empty();
        }
    }
}
