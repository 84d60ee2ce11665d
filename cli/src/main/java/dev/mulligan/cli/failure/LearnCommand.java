package dev.mulligan.cli.failure;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.JsonLines;
import dev.mulligan.cli.support.LearnedRules;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.UnknownFailures;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.event.Event;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.JsonException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan learn}: what failures taught. */
@picocli.CommandLine.Command(
        name = "learn",
        description = "Lists, shows, exports and imports what was learnt from failures, and takes corrections.",
        footer = {
            "",
            "Examples:",
            "  mulligan learn list",
            "  mulligan learn show lr-2026-01-31-001",
            "  mulligan learn export > lessons.jsonl",
            "  mulligan learn import lessons.jsonl",
            "  mulligan learn correct rate_limit --contains 'quota pressure' --status 429",
            "  mulligan learn rules",
            "  mulligan learn forget quota-pressure",
            "  mulligan learn collected > failures.jsonl",
            "",
            "A correction becomes a rule of yours unless it gets a failure wrong that ships with the program;",
            "then it is refused and the exit code is 1."
        })
public final class LearnCommand extends Command {

    private static final String IMPORTED = "imported-learnings";
    private static final int ALL = 100_000;
    private static final int SHORTEST_MARK = 4;
    private static final int LONGEST_NAME = 40;
    private static final int SHOWN = 3;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "list|show|export|import|correct|rules|forget|collected",
            description = "What to do; default list.")
    String verb = "list";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ID|FILE|-|TYPE|NAME",
            description = "A record to show, a file to import, the right type, or a rule to forget.")
    @SuppressWarnings("NullAway.Init")
    String what;

    @Option(names = "--signature", paramLabel = "TEXT", description = "Only about this failure.")
    @SuppressWarnings("NullAway.Init")
    String signature;

    @Option(names = "--contains", paramLabel = "TEXT", description = "With correct: the words that mark the failure.")
    @SuppressWarnings("NullAway.Init")
    String contains;

    @Option(names = "--status", paramLabel = "N", description = "With correct: only at this HTTP status.")
    @SuppressWarnings("NullAway.Init")
    Integer status;

    @Option(names = "--retryable", paramLabel = "true|false", description = "With correct: otherwise as the type is.")
    @SuppressWarnings("NullAway.Init")
    Boolean retryable;

    @Option(names = "--name", paramLabel = "NAME", description = "With correct: the rule's name.")
    @SuppressWarnings("NullAway.Init")
    String name;

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
            case "correct" -> correct(type(needed("the type it really was")));
            case "rules" -> rules();
            case "forget" -> forget(needed("the name of a rule"));
            case "collected" -> collected();
            default ->
                throw new UserError(
                        "'" + verb + "' is not list, show, export, import, correct, rules, forget or collected",
                        "See mulligan learn --help.");
        };
    }

    static FailureType type(String word) {
        String wire = word.strip().replace(' ', '_').replace('-', '_');
        return FailureType.ofWireName(wire)
                .orElseThrow(() -> new UserError(
                        "there is no type '" + word + "'",
                        "There are "
                                + Arrays.stream(FailureType.values())
                                        .map(FailureType::wireName)
                                        .collect(Collectors.joining(", "))
                                + "."));
    }

    private int correct(FailureType right) throws IOException {
        if (contains == null || contains.strip().length() < SHORTEST_MARK) {
            throw new UserError(
                    "learn correct needs the words that mark the failure",
                    "Give at least " + SHORTEST_MARK + " characters of its text with --contains.");
        }
        String called = name == null ? contains.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") : name;
        String shortened = called.substring(0, Math.min(LONGEST_NAME, called.length()));
        Rule rule = new Rule(
                shortened,
                right,
                Rule.Condition.containing(contains.strip()).atStatus(status == null ? Set.of() : Set.of(status)),
                Optional.ofNullable(retryable),
                Optional.empty());
        List<LearnedRules.Conflict> conflicts = LearnedRules.conflicts(rule);
        Screen screen = screen();
        if (!conflicts.isEmpty()) {
            screen.line(screen.red("not kept") + ": it would get " + conflicts.size() + " of "
                    + LearnedRules.shippedCases() + " known failures wrong");
            conflicts.stream().limit(SHOWN).forEach(one -> screen.field(String.join(" or ", one.right()), one.text()));
            screen.line("Give more of the text with --contains, or a --status.");
            return ExitCode.FAILED;
        }
        LearnedRules.keep(
                shortened,
                right,
                Optional.of(contains.strip()),
                Optional.ofNullable(status),
                Optional.ofNullable(retryable));
        screen.line(screen.green("kept") + ": " + shortened + " → " + right.wireName() + " (no conflict with "
                + LearnedRules.shippedCases() + " known failures)");
        return ExitCode.OK;
    }

    private int rules() {
        Screen screen = screen();
        List<Rule> rules = LearnedRules.all();
        if (rules.isEmpty()) {
            screen.line("No corrections yet.");
        }
        rules.forEach(rule -> screen.line(Screen.pad(rule.name(), 32)
                + Screen.pad(rule.type().wireName(), 18)
                + rule.when().contains()
                + (rule.when().statuses().isEmpty()
                        ? ""
                        : "  at status " + rule.when().statuses())));
        return ExitCode.OK;
    }

    private int forget(String rule) throws IOException {
        if (!LearnedRules.forget(rule)) {
            throw new UserError("there is no correction " + rule, "See mulligan learn rules.");
        }
        screen().line("forgotten: " + rule);
        return ExitCode.OK;
    }

    private int collected() throws IOException {
        List<String> lines = UnknownFailures.lines();
        if (lines.isEmpty()) {
            errors().line("Nothing was collected yet: see classify --collect and explain --collect.");
        }
        lines.forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
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
        screen.field("files", FileNames.of(learnt.files()));
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
        JsonLines.each(file, (place, line) -> {
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
                        place.of(e), "Nothing was imported. Each line is a record as mulligan learn export prints it.");
            }
        });
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
