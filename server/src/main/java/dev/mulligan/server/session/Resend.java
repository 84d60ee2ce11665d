package dev.mulligan.server.session;

import dev.mulligan.gateway.access.Tls;
import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.server.access.OwnCertificate;
import dev.mulligan.server.http.ServerContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Sends a kept request again, through the gateway like any client's: so policy, guards, model changes and records are the
 * same. The client's key goes from memory to the provider and nowhere else.
 */
final class Resend {

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    /** What belongs to the first connection, or is ours to say. */
    private static final Set<String> LEFT_OUT = Set.of(
            "host",
            "connection",
            "content-length",
            "transfer-encoding",
            "expect",
            "upgrade",
            "http2-settings",
            "keep-alive",
            "te",
            "trailer",
            "accept-encoding",
            "x-stainless-retry-count");

    /** What came of it. */
    record Result(int status, String body, int attempts, String model) {}

    private final ServerContext context;
    private final HttpClient client;
    private final String scheme;

    Resend(ServerContext context) {
        this.context = context;
        Optional<Tls> tls = context.options().access().tls();
        HttpClient.Builder http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        this.scheme = tls.isPresent() ? "https" : "http";
        this.client = tls.map(pair -> http.sslContext(OwnCertificate.context(pair.certificate())))
                .orElse(http)
                .build();
    }

    Result send(String session, KeptRequest kept, String body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        scheme + "://" + host() + ":" + context.gateway().port() + Conversation.uri(kept)))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        kept.headers().forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!LEFT_OUT.contains(name) && !name.startsWith("x-mulligan-")) {
                request.header(header.getKey(), header.getValue());
            }
        });
        request.header("x-mulligan-session", session)
                .header("x-mulligan-again", "1")
                .header("x-mulligan-project", kept.project())
                .header("x-mulligan-token", context.ownToken());
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Result(
                    answer.statusCode(),
                    answer.body(),
                    answer.headers()
                            .firstValue("x-mulligan-attempts")
                            .map(Integer::parseInt)
                            .orElse(0),
                    answer.headers().firstValue("x-mulligan-model").orElse(kept.model()));
        } catch (IOException e) {
            return new Result(0, "the gateway could not be reached: " + e.getMessage(), 0, kept.model());
        }
    }

    /** An address one can call: a server that listens everywhere is also here. */
    private String host() {
        String bind = context.options().bind();
        if (bind.equals("0.0.0.0") || bind.equals("::")) {
            return "127.0.0.1";
        }
        return bind.contains(":") ? "[" + bind + "]" : bind;
    }
}
