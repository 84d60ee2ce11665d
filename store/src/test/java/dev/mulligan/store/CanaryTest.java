package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mulligan.Recovery;
import dev.mulligan.event.Event;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.learn.TextPattern;
import dev.mulligan.record.share.Note;
import dev.mulligan.redact.Secrets;
import dev.mulligan.store.report.AlertWebhook;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportHtml;
import dev.mulligan.store.report.ReportJson;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.spool.SpoolSettings;
import dev.mulligan.store.spool.SpoolingWriter;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.AnyEvent;
import dev.mulligan.store.trace.ChunkSecrets;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import dev.mulligan.test.CanarySecrets;
import dev.mulligan.test.CanarySecrets.Canary;
import dev.mulligan.text.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Known secrets of many kinds go in at every door; every byte that was written is searched for them. */
class CanaryTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @TempDir
    Path folder;

    private static List<Recorded> events(String run) {
        Random random = new Random(7);
        List<Canary> canaries = CanarySecrets.all();
        List<String> texts = canaries.stream().map(Canary::text).toList();
        List<String> names =
                canaries.stream().filter(Canary::alone).map(Canary::secret).toList();
        List<Recorded> events = new ArrayList<>();
        long seq = 0;
        for (Class<?> type : AnyEvent.types()) {
            for (int i = 0; i < texts.size(); i++) {
                // Alone, as a name is, and in the middle of a message.
                List<String> words = List.of(texts.get(i), names.get(i % names.size()), "before " + texts.get(i));
                Event event = AnyEvent.of(type, random, words);
                events.add(new Recorded(run, ++seq, NOW.plusSeconds(seq), event));
            }
        }
        return events;
    }

    @Test
    void thereAreManyKindsAndTheSearchFindsThem() throws Exception {
        List<Canary> all = CanarySecrets.all();
        assertThat(all).hasSizeGreaterThanOrEqualTo(35);
        String raw = String.join("\n", all.stream().map(Canary::text).toList());
        Files.writeString(folder.resolve("raw"), raw);
        assertThat(CanarySecrets.found(folder)).hasSize(all.size());
        for (Canary canary : all) {
            assertThat(Secrets.redact(canary.text())).as(canary.kind()).doesNotContain(canary.secret());
            if (canary.alone()) {
                assertThat(Secrets.redact(canary.secret())).as(canary.kind()).isEqualTo(Secrets.REDACTED);
            }
            assertThat(TextPattern.ofPrompt("Use this: " + canary.text() + " and go on"))
                    .as(canary.kind())
                    .doesNotContain(canary.secret().substring(0, 12));
        }
    }

    @Test
    void nothingThatIsWrittenHoldsASecret() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        RunFolder run = RunFolder.of(folder.resolve("project/.mulligan"), "r-1");
        Path database = folder.resolve("state/store.db");
        try (EventStore store = EventStore.open(database.toString())) {
            store.append(events("direct"));
            try (EventWriter writer = store.writer()) {
                events("writer").forEach(event -> writer.submit(event));
            }
            trace(run);
            store.imports().folder(folder.resolve("project/.mulligan"));
            foreignTrace(store);
            journalAndNotes(store);
            spool();
            outputs(store, said);
            store.upkeep().backup(folder.resolve("state/copy.db"));
            store.upkeep().rebuild();
            // While it is open: what is still in the write-ahead log counts, too.
            assertThat(CanarySecrets.found(folder)).isEmpty();
        }
        webhook(said);
        assertThat(CanarySecrets.found(folder)).isEmpty();
        assertThat(CanarySecrets.found("output", String.join("\n", said).getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(Files.size(database)).isGreaterThan(1_000_000);
        assertThat(String.join("\n", said)).contains(Secrets.REDACTED);
    }

    private void trace(RunFolder run) throws Exception {
        String all =
                String.join("\n", CanarySecrets.all().stream().map(Canary::text).toList());
        try (TraceWriter trace = TraceWriter.open(run.path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
            long seq = 0;
            for (Recorded event : events("r-1")) {
                trace.append(event);
                seq = event.seq();
            }
            // A stream cut at random places, once with lines and once as one endless line.
            for (String text : List.of(all, "x,".repeat(20_000) + all.replace('\n', ' ') + ",x".repeat(20_000))) {
                Random random = new Random(3);
                ChunkSecrets chunks = new ChunkSecrets(Secrets.byShape());
                List<AgentChunk> out = new ArrayList<>();
                for (int from = 0; from < text.length(); ) {
                    int to = Math.min(text.length(), from + 1 + random.nextInt(300));
                    out.addAll(chunks.add(new AgentChunk("o", "stdout", text.substring(from, to))));
                    from = to;
                }
                out.addAll(chunks.end("o"));
                for (AgentChunk chunk : out) {
                    trace.append(new Recorded("r-1", ++seq, NOW, chunk));
                }
            }
        }
        run.patch("1.diff", all);
        run.verification("1.txt", all);
        run.summary(Json.object("text", all));
        run.effectiveConfig(Json.object("password", all));
    }

    /** A trace that somebody else wrote, secrets and all; it is not ours and is removed before the search. */
    private void foreignTrace(EventStore store) throws Exception {
        Path foreign = folder.resolve("foreign.jsonl");
        List<String> lines = new ArrayList<>();
        for (Canary canary : CanarySecrets.all()) {
            lines.add(Json.write(Json.object(
                    "type",
                    "RunStopped",
                    "schemaVersion",
                    1,
                    "timestamp",
                    NOW.toString(),
                    "runId",
                    canary.alone() ? canary.secret() : "foreign",
                    "seq",
                    lines.size() + 1,
                    "payload",
                    Json.object("reason", canary.text(), "why", canary.text()))));
        }
        Files.write(foreign, lines);
        assertThat(store.imports().file(foreign).fresh()).isEqualTo(lines.size());
        Files.delete(foreign);
    }

    private static void journalAndNotes(EventStore store) {
        List<Note> notes = new ArrayList<>();
        store.flows().transaction("a test", writer -> {
            writer.create(new FlowRow("flow", RunStatus.RUNNING, "plan", "{}", NOW), List.of());
            for (Canary canary : CanarySecrets.all()) {
                String entry = Json.write(Json.object("note", canary.text(), "list", List.of(canary.text())));
                writer.journal("flow", "step", NOW, entry);
                notes.add(new Note("kind", canary.text(), canary.text(), Duration.ofMinutes(5)));
            }
            return true;
        });
        store.flows()
                .journal("flow", "step")
                .forEach(entry ->
                        assertThat(Json.parseObject(entry).list("list")).hasSize(1));
        store.notes("teller").exchange(notes);
    }

    private void spool() throws Exception {
        SpoolingWriter writer = SpoolingWriter.open(
                _ -> {
                    throw new StoreException("away", "", new IllegalStateException("away"));
                },
                folder.resolve("spool"),
                "canary",
                EventJson.standard(),
                SpoolSettings.STANDARD);
        events("spooled").forEach(writer::write);
        writer.close();
        try (Stream<Path> files = Files.list(folder.resolve("spool"))) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isGreaterThan(100_000);
        }
    }

    private static void outputs(EventStore store, List<String> said) {
        Report report =
                store.analytics().report(AnalyticsQuery.between(NOW.minusSeconds(86_400), NOW.plusSeconds(86_400)));
        said.add(Json.write(ReportJson.of(report)));
        said.add(ReportHtml.page(report, "canary"));
        said.add(report.toString());
        store.views().learnings(Optional.empty(), 10_000).forEach(learnt -> {
            said.add(learnt.toString());
            said.add(EventJson.standard().payload(learnt));
        });
        store.since(0, 100_000).forEach(item -> said.add(item.toString()));
    }

    private static void webhook(List<String> said) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            said.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            List<Report.Alert> alerts = CanarySecrets.all().stream()
                    .map(canary -> new Report.Alert(canary.text(), 1, 0.5, canary.text()))
                    .toList();
            new AlertWebhook(address, Recovery.of(RetryPolicy.never())).accept(alerts);
        } finally {
            server.stop(0);
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void anotherUserCanReadNothing() throws Exception {
        Path old = folder.resolve("old.db");
        Files.createFile(old, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        EventStore.open(old.toString()).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
                .isEqualTo("rw-r-----");
        Files.delete(old);

        RunFolder run = RunFolder.of(folder.resolve("project/.mulligan"), "r-1");
        trace(run);
        spool();
        try (EventStore store = EventStore.open(folder.resolve("state/store.db").toString())) {
            store.append(events("direct").subList(0, 5));
            store.upkeep().backup(folder.resolve("state/copy.db"));
            List<String> open = new ArrayList<>();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.skip(1).toList()) {
                    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                    if (!permissions.endsWith("------")) {
                        open.add(permissions + " " + path);
                    }
                }
            }
            assertThat(open).isEmpty();
            assertThat(Files.exists(folder.resolve("state/store.db-wal"))).isTrue();
        }
    }
}
