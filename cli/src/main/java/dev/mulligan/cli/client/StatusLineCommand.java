package dev.mulligan.cli.client;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan status-line}: what Claude Code shows below its prompt. */
@picocli.CommandLine.Command(
        name = "status-line",
        description = "Prints what was rescued in a session, for the status line of Claude Code.",
        footer = {
            "",
            "It reads what Claude Code gives a status line on standard input. `mulligan setup claude --status-line`",
            "sets it up. It prints nothing where nothing failed, and never an error: a status line is no place for one.",
            "",
            "Example:",
            "  echo '{\"session_id\":\"…\"}' | mulligan status-line"
        })
public final class StatusLineCommand extends Command {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MOST_EVENTS = 2_000;

    @Option(names = "--gateway", paramLabel = "URL", description = "The gateway to ask. Default: the usual one.")
    String gateway = "http://127.0.0.1:7171";

    @Option(names = "--after", paramLabel = "COMMAND", description = "Show the output of this command first.")
    @Nullable
    String first;

    @Mixin
    StorePlace place = new StorePlace();

    /** What happened to a session's requests. */
    private record Rescues(long rescued, long lost, long waitedMillis) {

        Optional<String> line() {
            if (rescued == 0 && lost == 0) {
                return Optional.empty();
            }
            return Optional.of("mulligan: " + rescued + " rescued"
                    + (waitedMillis > 0 ? ", " + TimeText.millis(waitedMillis) + " waited for you" : "")
                    + (lost > 0 ? ", " + lost + " lost" : ""));
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        byte[] input = System.in.readAllBytes();
        List<String> parts = new ArrayList<>();
        if (first != null) {
            parts.add(output(first, input));
        }
        session(input).flatMap(this::rescues).flatMap(Rescues::line).ifPresent(parts::add);
        parts.removeIf(String::isBlank);
        if (!parts.isEmpty()) {
            screen().line(String.join("  ", parts));
        }
        return ExitCode.OK;
    }

    private static Optional<String> session(byte[] input) {
        try {
            return Json.parseObject(new String(input, StandardCharsets.UTF_8)).text("session_id");
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    /** The gateway knows, or, when the client has one of its own, the store it writes to. */
    private Optional<Rescues> rescues(String session) {
        return asked(session).or(() -> stored(session));
    }

    private Optional<Rescues> asked(String session) {
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(
                                    gateway + "/api/sessions/" + URLEncoder.encode(session, StandardCharsets.UTF_8)))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? read(Json.parseObject(answer.body())) : Optional.empty();
        } catch (IOException | IllegalArgumentException | JsonException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<Rescues> read(JsonObject session) {
        long waited = session.list("requests").stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .mapToLong(request -> request.number("recoveryMs").orElse(0))
                .sum();
        return session.object("totals")
                .map(totals -> new Rescues(
                        totals.number("recovered").orElse(0),
                        totals.number("lost").orElse(0),
                        waited));
    }

    private Optional<Rescues> stored(String session) {
        try {
            return place.with(environment(), store -> rescues(store, session));
        } catch (IOException | StoreException | UserError e) {
            return Optional.empty();
        }
    }

    private static Optional<Rescues> rescues(EventStore store, String session) {
        return store.sessions().find(session).map(row -> {
            long waited = store.sessions().timeline(session, MOST_EVENTS).stream()
                    .map(recorded -> recorded.event())
                    .filter(ProviderRequestFinished.class::isInstance)
                    .map(ProviderRequestFinished.class::cast)
                    .filter(ProviderRequestFinished::success)
                    .mapToLong(end -> end.recoveryMs().orElse(0L))
                    .sum();
            return new Rescues(row.recovered(), row.lost(), waited);
        });
    }

    /** A status line of the user's own; what it writes is the user's. */
    private static String output(String command, byte[] input) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream to = process.getOutputStream()) {
            to.write(input);
        } catch (IOException notRead) {
            // It does not want to know.
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }
}
