package dev.mulligan.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A real {@code mulligan serve}. */
final class ServeProcess implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final Process process;
    private final String url;
    private final List<String> said;

    private ServeProcess(Process process, String url, List<String> said) {
        this.process = process;
        this.url = url;
        this.said = said;
    }

    static ServeProcess start(Path folder, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                "0"));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("MULLIGAN_TOKEN");
        Process process = builder.start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> said = new CopyOnWriteArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.add(line);
            if (line.contains("listening on http")) {
                Thread.ofVirtual().start(() -> out.lines().forEach(said::add));
                return new ServeProcess(
                        process, line.substring(line.indexOf("http")).strip(), said);
            }
        }
        throw new IllegalStateException("serve did not start: " + said);
    }

    String url() {
        return url;
    }

    List<String> said() {
        return List.copyOf(said);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
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
        return post(
                "/v1/messages",
                "{\"model\":\"claude-sonnet-5-5\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\""
                        + words + "\"}]}",
                "x-api-key",
                "sk-ant-of-the-client",
                "session-id",
                session);
    }

    /** A number from {@code /metrics}; -1 when it is not there. */
    double metric(String start) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("serve does not end: " + said);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
