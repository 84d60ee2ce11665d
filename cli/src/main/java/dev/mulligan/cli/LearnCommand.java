package dev.mulligan.cli;

import dev.mulligan.event.AdaptEvent.LearningRecorded;
import dev.mulligan.event.Event;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.wire.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan learn}: what failures taught. */
@picocli.CommandLine.Command(
        name = "learn",
        description = "Lists, shows, exports and imports what was learnt from failures.",
        footer = {
            "",
            "Examples:",
            "  mulligan learn list",
            "  mulligan learn show lr-2026-01-31-001",
            "  mulligan learn export > lessons.jsonl",
            "  mulligan learn import lessons.jsonl"
        })
final class LearnCommand extends Command {

    private static final String IMPORTED = "imported-learnings";
    private static final int ALL = 100_000;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "list|show|export|import",
            description = "What to do; default list.")
    String verb = "list";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ID|FILE|-",
            description = "A record to show, or a file to import.")
    @SuppressWarnings("NullAway.Init")
    String what;

    @Option(names = "--signature", paramLabel = "TEXT", description = "Only about this failure.")
    @SuppressWarnings("NullAway.Init")
    String signature;

    @Option(names = "--json", description = "Print JSON, one object a line.")
    boolean json;

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        return switch (verb) {
            case "list" -> list(signature == null ? Optional.empty() : Optional.of(signature), json);
            case "export" -> list(Optional.empty(), true);
            case "show" -> show(needed("the id of a record"));
            case "import" -> bringIn(needed("a file, or - for standard input"));
            default ->
                throw new UserError("'" + verb + "' is not list, show, export or import", "See mulligan learn --help.");
        };
    }

    private String needed(String kind) {
        if (what == null) {
            throw new UserError("learn " + verb + " needs " + kind, "See mulligan learn --help.");
        }
        return what;
    }

    private List<LearningRecorded> all(Optional<String> about) throws IOException {
        return place.with(errors(), environment(), store -> store.views().learnings(about, ALL));
    }

    private int list(Optional<String> about, boolean asJson) throws IOException {
        Screen screen = screen();
        List<LearningRecorded> found = all(about);
        if (found.isEmpty() && !asJson) {
            screen.line("Nothing was learnt yet.");
        }
        for (LearningRecorded learnt : found) {
            screen.line(
                    asJson
                            ? EventJson.standard().payload(learnt)
                            : Screen.pad(learnt.id(), 20)
                                    + Screen.pad(learnt.stage(), 12)
                                    + Screen.pad(learnt.worked().isPresent() ? "worked" : "open", 8)
                                    + learnt.error());
        }
        return ExitCode.OK;
    }

    private int show(String id) throws IOException {
        Screen screen = screen();
        LearningRecorded learnt = all(Optional.empty()).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new UserError("there is no record " + id, "See mulligan learn list."));
        if (json) {
            screen.line(EventJson.standard().payload(learnt));
            return ExitCode.OK;
        }
        screen.line(screen.bold(learnt.id()));
        screen.field("stage", learnt.stage());
        screen.field("error", learnt.error());
        screen.field("signature", learnt.signature());
        screen.field("files", String.join(", ", learnt.files()));
        screen.field("attempts", String.valueOf(learnt.attempts()));
        screen.field("tried", String.join("; ", learnt.tried()));
        screen.field("worked", learnt.worked().orElse("nothing yet"));
        screen.field("category", learnt.category());
        screen.field("hint", learnt.hint());
        return ExitCode.OK;
    }

    private int bringIn(String file) throws IOException {
        List<LearningRecorded> records = read(file);
        int added = place.with(errors(), environment(), store -> store(store, records));
        screen().line(added + " of " + records.size() + " records were new");
        return ExitCode.OK;
    }

    private static List<LearningRecorded> read(String file) throws IOException {
        List<LearningRecorded> records = new ArrayList<>();
        try (BufferedReader lines = Inputs.lines(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                try {
                    Optional<Event> event = EventJson.event("LearningRecorded", line);
                    if (event.orElse(null) instanceof LearningRecorded learnt
                            && !learnt.id().isBlank()) {
                        records.add(learnt);
                    } else {
                        throw new JsonException("the record has no \"id\"");
                    }
                } catch (JsonException e) {
                    throw new UserError(
                            Inputs.name(file) + ", line " + number + ": " + e.getMessage(),
                            "Nothing was imported. Each line is a record as mulligan learn export prints it.");
                }
            }
        }
        return records;
    }

    private static int store(EventStore store, List<LearningRecorded> records) {
        Set<String> known = store.views().learnings(Optional.empty(), ALL).stream()
                .map(LearningRecorded::id)
                .collect(Collectors.toSet());
        long seq = store.views().run(IMPORTED).map(run -> run.lastSeq()).orElse(0L);
        List<Recorded> events = new ArrayList<>();
        for (LearningRecorded learnt : records) {
            if (known.add(learnt.id())) {
                events.add(new Recorded(IMPORTED, ++seq, Instant.now(), learnt));
            }
        }
        return store.append(events);
    }
}
