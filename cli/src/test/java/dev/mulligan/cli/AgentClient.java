package dev.mulligan.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What an agent sends, through whatever stands at this address. */
final class AgentClient {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final String url;

    AgentClient(String url) {
        this.url = url;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> ask(String session, String words) throws IOException, InterruptedException {
        return ask(session, "claude-sonnet-5-5", words);
    }

    HttpResponse<String> ask(String session, String model, String words) throws IOException, InterruptedException {
        return post(
                "/v1/messages",
                "{\"model\":\"" + model + "\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"" + words
                        + "\"}]}",
                "x-api-key",
                "sk-ant-of-the-client",
                "session-id",
                session);
    }

    /** As {@link #ask}, with an answer as a whole or as a stream. */
    HttpResponse<String> ask(String session, String words, boolean streams) throws IOException, InterruptedException {
        return post(
                "/v1/messages",
                "{\"model\":\"claude-sonnet-5-5\",\"max_tokens\":99,\"stream\":" + streams
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}",
                "x-api-key",
                "sk-ant-of-the-client",
                "session-id",
                session);
    }
}
