package dev.mulligan.cli;

import dev.mulligan.cli.serve.ServeCommand;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.SimulatedReply;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;

/** What a server does in its first seconds: it starts, answers agents, rescues one, shows its pages. */
final class ServeTraining {

    private static final int CLIENTS = 8;
    private static final String PROMPT = "word ".repeat(400);

    /** What the dashboard asks for. */
    private static final List<String> PAGES = List.of(
            "/",
            "/metrics",
            "/api/overview",
            "/api/live",
            "/api/incidents",
            "/api/failures",
            "/api/sessions",
            "/api/runs",
            "/api/questions",
            "/api/analytics/failures",
            "/api/policies",
            "/api/learnings",
            "/api/strategies",
            "/api/projects",
            "/api/models");

    private ServeTraining() {}

    /**
     * @param requests the compiler does its best for a method after some thousand calls, and the cache remembers for which
     *     methods it did: the more, the sooner a server is at its speed, and the longer this takes
     */
    static void run(Path here, int requests) throws Exception {
        String store = here.resolve("store.db").toString();
        Script faults = Script.of(new Fault.Status(529, Map.of()));
        try (ProviderSimulator provider =
                ProviderSimulator.start(faults, (_, _) -> SimulatedReply.text("hello ".repeat(20)))) {
            String[] line = {
                "serve", "--port", "0", "--store", store, "--upstream", "anthropic=" + provider.url(), "--quiet"
            };
            PipedReader printed = new PipedReader();
            PrintWriter out = new PrintWriter(new PipedWriter(printed), true);
            CommandLine serving = Main.commandLine(out, new PrintWriter(Writer.nullWriter()), line);
            ServeCommand serve = Objects.requireNonNull(serving.getSubcommands().get("serve"))
                    .getCommand();
            Thread server = Thread.ofPlatform().start(() -> {
                int ignored = serving.execute(line);
            });
            try (BufferedReader lines = new BufferedReader(printed)) {
                String url = lines.readLine().replaceFirst(".* on ", "");
                clients(URI.create(url).getPort(), requests);
                pages(url);
                StartTraining.once(List.of("wrap", "--store", store, "--policy", "patient", "--", "true"));
            } finally {
                serve.stop();
                server.join();
            }
        }
    }

    private static void clients(int port, int requests) {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                Future<Boolean> _ = clients.submit(() -> ask(port, number, requests / CLIENTS));
            }
        }
    }

    /** With a socket and nothing else: what a client of the library does would be compiled, too, and is not part of a server. */
    private static boolean ask(int port, int client, int times) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            byte[] room = new byte[64 << 10];
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write(request(client, i));
                readAnswer(socket.getInputStream(), room);
            }
        }
        return true;
    }

    private static byte[] request(int client, int i) {
        String body = "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":9,\"stream\":" + (i % 4 == 0)
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + PROMPT + i + "\"}]}";
        String head =
                "POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: training\r\nuser-agent: training/1\r\n"
                        + (i % 2 == 0 ? "session-id: training-" + client + "-" + i / 20 + "\r\n" : "")
                        + "content-type: application/json\r\ncontent-length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Until its length, or its last chunk. */
    private static void readAnswer(InputStream from, byte[] room) throws IOException {
        int length = 0;
        while (true) {
            int more = from.read(room, length, room.length - length);
            if (more < 0) {
                throw new EOFException("the server hung up");
            }
            length += more;
            String answer = new String(room, 0, length, StandardCharsets.ISO_8859_1);
            int head = answer.indexOf("\r\n\r\n") + 4;
            if (head > 3 && isWhole(answer, head)) {
                return;
            }
        }
    }

    private static boolean isWhole(String answer, int head) {
        int stated = answer.indexOf("content-length: ");
        return (stated > 0 && stated < head)
                ? answer.length() - head
                        >= Integer.parseInt(answer.substring(stated + 16, answer.indexOf('\r', stated)))
                : answer.endsWith("0\r\n\r\n");
    }

    private static void pages(String url) throws Exception {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (String page : PAGES) {
                // What the answer is does not matter here.
                HttpResponse<Void> ignored = http.send(
                        HttpRequest.newBuilder(URI.create(url + page)).build(), HttpResponse.BodyHandlers.discarding());
            }
        }
    }
}
