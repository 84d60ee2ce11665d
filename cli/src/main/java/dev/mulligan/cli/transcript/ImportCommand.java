package dev.mulligan.cli.transcript;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.state.UserHome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan import}: what a client's own transcripts tell about its failures. */
@picocli.CommandLine.Command(
        name = "import",
        description = "Reads the transcripts that a client keeps on this machine, and stores the failures in them.",
        footer = {
            "",
            "Nothing leaves this machine, and no prompt or answer is stored: only models, times, tokens and error messages,",
            "with secrets taken out. A second import adds only what is new.",
            "",
            "Examples:",
            "  mulligan import claude-code && mulligan report --since 30d",
            "  mulligan import codex --since 7d",
            "  mulligan import claude-code --from /backup/claude/projects"
        })
public final class ImportCommand extends Command {

    private static final List<Transcript> KINDS =
            List.of(new ClaudeTranscript(), new CodexTranscript(), new GeminiTranscript());

    /** A row with a whole prompt in it can be large; one that is larger than this is skipped. */
    private static final int LONGEST_ROW = 64 << 20;

    @Parameters(paramLabel = "CLIENT", description = "claude-code, codex or gemini.")
    @SuppressWarnings("NullAway.Init")
    String client;

    @Option(names = "--from", paramLabel = "DIR", description = "Read this folder instead of the client's own.")
    @Nullable
    Path from;

    @Option(names = "--since", paramLabel = "TIME", description = "Only what is newer: 7d, 24h, a date. Default: 30d.")
    String since = "30d";

    @Mixin
    StorePlace place = new StorePlace();

    private final Map<FailureType, Integer> types = new EnumMap<>(FailureType.class);
    private int rows;
    private int unread;

    @Override
    public Integer call() throws IOException {
        Transcript kind = KINDS.stream()
                .filter(one -> one.name().equals(client))
                .findFirst()
                .orElseThrow(() -> new UserError(
                        "transcripts of " + client + " cannot be read",
                        "There are " + KINDS.stream().map(Transcript::name).collect(Collectors.joining(", ")) + "."));
        Instant earliest = TimeText.parse("--since", since, Instant.now());
        List<Path> files = files(kind, earliest);
        List<Recorded> events = new ArrayList<>();
        for (Path file : files) {
            RequestLog log = read(kind, file);
            log.recorded().stream().filter(one -> one.at().isAfter(earliest)).forEach(events::add);
            log.failures().stream()
                    .filter(one -> one.at().isAfter(earliest))
                    .forEach(one -> types.merge(one.type(), 1, Integer::sum));
        }
        int fresh = place.with(environment(), store -> append(store, events));
        tell(files.size(), events, fresh);
        return ExitCode.OK;
    }

    private List<Path> files(Transcript kind, Instant earliest) throws IOException {
        List<Path> folders = from != null
                ? List.of(from)
                : kind.folders(UserHome.path(), environment()).stream()
                        .filter(Files::isDirectory)
                        .toList();
        if (folders.isEmpty() || !Files.isDirectory(folders.getFirst())) {
            throw new UserError(
                    "no transcripts of " + client + " are here"
                            + (folders.isEmpty() ? "" : ": " + folders.getFirst() + " is not a folder"),
                    "Has " + client + " been used on this machine? Name its folder with --from DIR.");
        }
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file :
                        all.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                    if (Files.getLastModifiedTime(file).toInstant().isAfter(earliest)) {
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }

    private RequestLog read(Transcript kind, Path file) throws IOException {
        String name = file.getFileName().toString();
        RequestLog log = new RequestLog(
                kind.name(),
                switch (kind.name()) {
                    case "codex" -> "openai";
                    case "gemini" -> "gemini";
                    default -> "anthropic";
                },
                name.substring(0, name.length() - ".jsonl".length()),
                config().classifier(),
                config().allModels());
        Transcript.Rows reading = kind.reading(file, log);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                row(reading, line);
            }
        }
        return log;
    }

    private void row(Transcript.Rows reading, String line) {
        if (line.isBlank()) {
            return;
        }
        rows++;
        try {
            if (line.length() > LONGEST_ROW || !(Json.parse(line) instanceof JsonObject row)) {
                unread++;
                return;
            }
            reading.row(row);
        } catch (JsonException e) {
            // The last row of a session that is still being written may be half a row.
            unread++;
        }
    }

    private static int append(EventStore store, List<Recorded> events) {
        int fresh = 0;
        for (int i = 0; i < events.size(); i += 500) {
            fresh += store.append(events.subList(i, Math.min(events.size(), i + 500)));
        }
        return fresh;
    }

    private void tell(int files, List<Recorded> events, int fresh) {
        int lost = 0;
        int recovered = 0;
        for (Recorded one : events) {
            if (one.event() instanceof ProviderRequestFinished end
                    && end.failureType().isPresent()) {
                lost += end.success() ? 0 : 1;
                recovered += end.success() ? 1 : 0;
            }
        }
        Screen screen = screen();
        screen.line(client + ": " + Screen.counted(files, "session") + ", " + Screen.counted(events.size(), "request")
                + ", " + fresh + " of them new");
        screen.line(
                types.isEmpty()
                        ? "  no failure in them"
                        : "  " + lost + " failed for good, " + recovered + " were saved by the client itself: "
                                + types.entrySet().stream()
                                        .map(type -> type.getValue() + " "
                                                + type.getKey().wireName().replace('_', ' '))
                                        .collect(Collectors.joining(", ")));
        if (unread > 0) {
            screen.line("  " + unread + " of " + rows + " rows could not be read");
        }
        screen.line("  See: mulligan report --since " + since);
    }
}
