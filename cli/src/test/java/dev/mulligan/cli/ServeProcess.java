package dev.mulligan.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A real {@code mulligan serve} in a folder. */
final class ServeProcess implements AutoCloseable {

    private final Process process;
    private final String url;
    private final AgentClient client;
    private final List<String> said;

    private ServeProcess(Process process, String url, List<String> said) {
        this.process = process;
        this.url = url;
        this.client = new AgentClient(url);
        this.said = said;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** On any free port. */
    static ServeProcess start(Path folder, String... options) throws IOException {
        return start(folder, 0, options);
    }

    static ServeProcess start(Path folder, int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                String.valueOf(port)));
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
                // A process whose output nobody reads stands still one day.
                Thread.ofVirtual().start(() -> out.lines().forEach(said::add));
                return new ServeProcess(
                        process, line.substring(line.indexOf("http")).strip(), said);
            }
        }
        throw new IllegalStateException("serve did not start: " + said);
    }

    /** Two at once, each in a folder of its own: starting is most of what they do in a test. */
    static List<ServeProcess> both(Start one, Start two) throws Exception {
        try (ExecutorService starters = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ServeProcess> first = starters.submit(one::start);
            Future<ServeProcess> second = starters.submit(two::start);
            try {
                return List.of(first.get(), second.get());
            } catch (ExecutionException e) {
                for (Future<ServeProcess> started : List.of(first, second)) {
                    // The other one may still be starting: it is waited for, so that it does not stay behind.
                    while (!started.isDone()) {
                        Thread.sleep(10);
                    }
                    if (started.state() == Future.State.SUCCESS) {
                        started.resultNow().kill();
                    }
                }
                throw e;
            }
        }
    }

    interface Start {
        ServeProcess start() throws Exception;
    }

    String url() {
        return url;
    }

    List<String> said() {
        return List.copyOf(said);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return client.get(path, headers);
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        return client.post(path, body, headers);
    }

    HttpResponse<String> ask(String session, String words) throws IOException, InterruptedException {
        return client.ask(session, words);
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

    /** As the kernel does it, without a word of warning. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** SIGTERM, and what it has to do before it ends. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("serve does not end: " + said);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
