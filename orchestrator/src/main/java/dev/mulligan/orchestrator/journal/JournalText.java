package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.journal.JournalEntry.Adopted;
import dev.mulligan.orchestrator.journal.JournalEntry.Advised;
import dev.mulligan.orchestrator.journal.JournalEntry.Answered;
import dev.mulligan.orchestrator.journal.JournalEntry.Asked;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.JournalEntry.Conflicting;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalEntry.Made;
import dev.mulligan.orchestrator.journal.JournalEntry.Replacing;
import dev.mulligan.orchestrator.journal.JournalEntry.Retried;
import dev.mulligan.orchestrator.step.Candidate;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Journal entries as JSON and back. */
public final class JournalText {

    private static final EventJson EVENTS = EventJson.standard();

    private JournalText() {}

    static String write(JournalEntry entry) {
        return Json.write(
                switch (entry) {
                    case Happened happened ->
                        Json.object("input", input(happened.input()), "note", happened.note(), "tree", happened.tree());
                    case Retried retried -> retried(retried);
                    case Made made ->
                        Json.object("made", candidate(made.candidate()), "tree", made.tree(), "note", made.note());
                    case Asked asked ->
                        Json.object(
                                "asked",
                                asked.questionId(),
                                "ifYes",
                                retried(asked.ifYes()),
                                "otherwise",
                                asked.otherwise(),
                                "whenYes",
                                events(asked.whenYes()),
                                "whenNo",
                                events(asked.whenNo()));
                    case Advised advised ->
                        Json.object(
                                "advised",
                                advised.questionId(),
                                "attempt",
                                advised.attempt(),
                                "recommended",
                                advised.recommended(),
                                "choices",
                                advised.choices(),
                                "tree",
                                advised.tree());
                    case Chosen chosen ->
                        Json.object(
                                "chosen",
                                chosen.strategy(),
                                "by",
                                chosen.by(),
                                "note",
                                chosen.note(),
                                "tree",
                                chosen.tree(),
                                "fresh",
                                chosen.fresh());
                    case Conflicting question ->
                        Json.object(
                                "conflicting",
                                question.questionId(),
                                "files",
                                question.files(),
                                "tree",
                                question.tree());
                    case Replacing replacing -> Json.object("replacing", replacing.by());
                    case Adopted adopted -> Json.object("adopted", adopted.tree());
                    case Answered answered -> Json.object("answered", answered.questionId(), "yes", answered.yes());
                });
    }

    public static JournalEntry read(String text) {
        JsonObject entry = Json.parseObject(text);
        if (entry.has("input")) {
            return new Happened(
                    input(entry.object("input").orElseThrow()), entry.text("note", ""), entry.text("tree", ""));
        }
        if (entry.has("retried")) {
            return retried(entry);
        }
        if (entry.has("made")) {
            return new Made(
                    candidate(entry.object("made").orElseThrow()), entry.text("tree", ""), entry.text("note", ""));
        }
        if (entry.has("asked")) {
            return new Asked(
                    entry.text("asked", ""),
                    retried(entry.object("ifYes").orElseGet(() -> Json.object("retried", entry.text("ifYes", "")))),
                    entry.text("otherwise", ""),
                    events(entry, "whenYes"),
                    events(entry, "whenNo"));
        }
        if (entry.has("advised")) {
            return new Advised(
                    entry.text("advised", ""),
                    entry.integer("attempt").orElse(1),
                    entry.text("recommended", ""),
                    texts(entry, "choices"),
                    entry.text("tree", ""));
        }
        if (entry.has("chosen")) {
            return new Chosen(
                    entry.text("chosen", ""),
                    entry.text("by", ""),
                    entry.text("note", ""),
                    entry.text("tree", ""),
                    entry.truth("fresh").orElse(false));
        }
        if (entry.has("conflicting")) {
            return new Conflicting(entry.text("conflicting", ""), texts(entry, "files"), entry.text("tree", ""));
        }
        if (entry.has("replacing")) {
            return new Replacing(entry.text("replacing", ""));
        }
        if (entry.has("adopted")) {
            return new Adopted(entry.text("adopted", ""));
        }
        return new Answered(entry.text("answered", ""), entry.truth("yes").orElse(false));
    }

    private static JsonObject retried(Retried retried) {
        return Json.object(
                "retried",
                EVENTS.payload(retried.event()),
                "model",
                retried.model(),
                "sinceMs",
                retried.since().toEpochMilli());
    }

    /** Rows of an older program do not say when the operation began: then it counts from its last schedule. */
    private static Retried retried(JsonObject row) {
        RetryScheduled event = scheduled(row.text("retried", ""));
        long since = row.number("sinceMs").orElse(event.nextRetryAt().toEpochMilli());
        return new Retried(event, row.text("model"), Instant.ofEpochMilli(since));
    }

    private static List<JsonObject> events(List<Event> events) {
        return events.stream()
                .map(event -> Json.object("type", event.type(), "payload", EVENTS.payload(event)))
                .toList();
    }

    private static List<Event> events(JsonObject row, String name) {
        List<Event> events = new ArrayList<>();
        for (Object entry : row.list(name)) {
            if (entry instanceof JsonObject one) {
                EventJson.event(one.text("type", ""), one.text("payload", "")).ifPresent(events::add);
            }
        }
        return events;
    }

    private static RetryScheduled scheduled(String payload) {
        return (RetryScheduled) EventJson.event("RetryScheduled", payload).orElseThrow();
    }

    private static JsonObject input(StepInput input) {
        return switch (input) {
            case StepInput.Started _ -> Json.object("kind", "started");
            case StepInput.Passed _ -> Json.object("kind", "passed");
            case StepInput.Failed failed ->
                Json.object(
                        "kind", "failed", "signature", failed.signature(), "failing", List.copyOf(failed.failing()));
            case StepInput.NoEvidence none -> Json.object("kind", "no_evidence", "why", none.why());
            case StepInput.NotApplied no -> Json.object("kind", "not_applied", "why", no.problem());
            case StepInput.AgentGaveUp gaveUp -> Json.object("kind", "agent_gave_up", "why", gaveUp.why());
            case StepInput.AgentMissing missing -> Json.object("kind", "agent_missing", "why", missing.why());
            case StepInput.BudgetExceeded over -> Json.object("kind", "budget", "why", over.what());
            case StepInput.Candidates made ->
                Json.object(
                        "kind",
                        "candidates",
                        "candidates",
                        made.candidates().stream().map(JournalText::candidate).toList());
            case StepInput.Ranked ranked ->
                Json.object("kind", "ranked", "names", ranked.bestFirst(), "judged", ranked.judged());
            case StepInput.Diagnosed found -> Json.object("kind", "diagnosed", "names", found.hypotheses());
        };
    }

    private static StepInput input(JsonObject input) {
        String why = input.text("why", "");
        return switch (input.text("kind", "")) {
            case "started" -> new StepInput.Started();
            case "passed" -> new StepInput.Passed();
            case "failed" -> new StepInput.Failed(input.text("signature", ""), Set.copyOf(texts(input, "failing")));
            case "no_evidence" -> new StepInput.NoEvidence(why);
            case "not_applied" -> new StepInput.NotApplied(why);
            case "agent_gave_up" -> new StepInput.AgentGaveUp(why);
            case "agent_missing" -> new StepInput.AgentMissing(why);
            case "budget" -> new StepInput.BudgetExceeded(why);
            case "candidates" ->
                new StepInput.Candidates(input.list("candidates").stream()
                        .map(item -> candidate((JsonObject) item))
                        .toList());
            case "ranked" ->
                new StepInput.Ranked(
                        texts(input, "names"), input.truth("judged").orElse(false));
            case "diagnosed" -> new StepInput.Diagnosed(texts(input, "names"));
            default -> throw new IllegalArgumentException("the journal holds an unknown input: " + input);
        };
    }

    private static JsonObject candidate(Candidate candidate) {
        return Json.object(
                "id",
                candidate.id(),
                "applied",
                candidate.applied(),
                "passed",
                candidate.passed(),
                "signature",
                candidate.signature(),
                "failing",
                List.copyOf(candidate.failing()),
                "lines",
                candidate.changedLines());
    }

    private static Candidate candidate(JsonObject candidate) {
        return new Candidate(
                candidate.text("id", ""),
                candidate.truth("applied").orElse(false),
                candidate.truth("passed").orElse(false),
                candidate.text("signature", ""),
                Set.copyOf(texts(candidate, "failing")),
                candidate.integer("lines").orElse(0));
    }

    private static List<String> texts(JsonObject object, String name) {
        return object.list(name).stream().map(String::valueOf).collect(Collectors.toList());
    }
}
