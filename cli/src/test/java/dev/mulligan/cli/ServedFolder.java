package dev.mulligan.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real {@code mulligan serve} in a folder. */
final class ServedFolder implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final String address;

    private ServedFolder(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static ServedFolder start(Path folder, int port, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                String.valueOf(port)));
        command.addAll(List.of(more));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("MULLIGAN_TOKEN");
        Process process = builder.start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains("listening on http://")) {
                Thread.ofVirtual().start(() -> drain(lines));
                return new ServedFolder(
                        process, line.substring(line.indexOf("http://")).strip());
            }
        }
        throw new IOException("serve ended before it listened");
    }

    /** A process whose output nobody reads stands still one day. */
    private static void drain(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            return;
        }
    }

    String url() {
        return address;
    }

    /** One request of an agent, whatever comes of it. */
    int ask(String session) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/messages"))
                .header("content-type", "application/json")
                .header("session-id", session)
                .POST(
                        HttpRequest.BodyPublishers.ofString(
                                "{\"model\":\"claude-haiku-5-5\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        } catch (IOException gone) {
            return 0;
        }
    }

    /** As the kernel does it, without a word of warning. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
