package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Terminal;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan escalate}. */
@picocli.CommandLine.Command(
        name = "escalate",
        description = "Moves a session of a running `mulligan serve` to a stronger model, after showing what it costs.",
        footer = {
            "",
            "The conversation stays; the session's next request uses the new model.",
            "",
            "Examples:",
            "  mulligan escalate 5f3c2a                        to the next model of the ladder",
            "  mulligan escalate 5f3c2a --to claude-opus-4-5 --yes",
            "",
            "Exit codes: 0 done, 1 declined or refused, 2 wrong usage."
        })
public final class EscalateCommand extends Command {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Parameters(paramLabel = "SESSION", description = "The session, as the dashboard and x-mulligan-session name it.")
    String session = "";

    @Option(names = "--to", paramLabel = "MODEL", description = "This model; default: the next one up.")
    @Nullable
    String to;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "Where `mulligan serve` is (default ${DEFAULT-VALUE}).")
    String server = "http://127.0.0.1:7171";

    @Option(names = "--yes", description = "Do not ask.")
    boolean yes;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return escalate();
        } catch (Refused refused) {
            errors().line("mulligan: " + refused.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int escalate() throws InterruptedException {
        String path = "/api/sessions/" + encoded(session);
        String model =
                Optional.ofNullable(to).map(name -> "?model=" + encoded(name)).orElse("");
        JsonObject estimate =
                ask(HttpRequest.newBuilder(address(path + "/estimate" + model)).GET());
        String target = estimate.text("toModel", "");
        if (!json) {
            screen().line(estimate.text("fromModel", "") + " → " + screen().bold(target) + "  " + cost(estimate));
        }
        if (!yes && !confirmed()) {
            screen().line("nothing was changed");
            return ExitCode.FAILED;
        }
        JsonObject done = ask(HttpRequest.newBuilder(address(path + "/escalate"))
                .header("content-type", "application/json")
                .header("x-mulligan-csrf", "cli")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Json.object("model", target)))));
        screen().line(json ? Json.write(done) : "the session's next request uses " + target);
        return ExitCode.OK;
    }

    private static String cost(JsonObject estimate) {
        boolean unknown = estimate.number("targetMicros").isEmpty();
        return unknown
                ? "what the next call costs is not known"
                : "the next call costs about " + dollars(estimate, "targetMicros") + " instead of "
                        + dollars(estimate, "currentMicros");
    }

    private static String dollars(JsonObject estimate, String field) {
        return estimate.number(field).isPresent()
                ? String.format(Locale.ROOT, "$%.4f", estimate.number(field).getAsLong() / 1e6)
                : "an unknown amount";
    }

    private boolean confirmed() {
        return Terminal.find()
                .map(console -> console.readLine("Go on? [y/N] "))
                .map(answer -> answer.strip().toLowerCase(Locale.ROOT).startsWith("y"))
                .orElseThrow(() -> new UserError("nobody is there to confirm it", "Add --yes."));
    }

    private URI address(String path) {
        try {
            return URI.create((server.endsWith("/") ? server.substring(0, server.length() - 1) : server) + path);
        } catch (IllegalArgumentException e) {
            throw new UserError("--server: '" + server + "' is not an address", "Write it as http://127.0.0.1:7171.");
        }
    }

    /** The server understood what is wanted, and does not do it. */
    private static final class Refused extends RuntimeException {
        private Refused(String why) {
            super(why);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonObject ask(HttpRequest.Builder request) throws InterruptedException {
        String token = environment().getOrDefault("MULLIGAN_TOKEN", "");
        if (!token.isBlank()) {
            request.header("authorization", "Bearer " + token);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
            JsonObject answer = Json.parseObject(response.body());
            if (response.statusCode() != 200) {
                throw new Refused(
                        answer.text("detail").or(() -> answer.text("title")).orElse("status " + response.statusCode()));
            }
            return answer;
        } catch (IOException e) {
            throw new UserError("nothing answers at " + server, "Start it with `mulligan serve`.");
        } catch (JsonException e) {
            throw new UserError(server + " is no mulligan", "Give the address of `mulligan serve` with --server.");
        }
    }
}
