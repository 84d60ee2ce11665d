package dev.mulligan.server.run;

import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Cursors;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.store.event.RunStanding;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of plans, and the questions they put to people. */
public final class RunApi {

    private static final int MOST_EVENTS = 5_000;
    private static final int LARGEST_FILE = 512 << 10;

    private final ServerContext context;
    private final Optional<Path> runFolder;
    private final RunActions actions;

    public RunApi(ServerContext context, Optional<Path> runFolder, RunActions actions) {
        this.context = context;
        this.runFolder = runFolder;
        this.actions = actions;
    }

    public Reply list(Call call) {
        int limit = call.number("limit", 50, 500);
        List<Views.Run> rows =
                context.store().sessions().runs(standing(call), call.asked("project"), Cursors.of(call), limit + 1);
        boolean more = rows.size() > limit;
        List<Views.Run> page = more ? rows.subList(0, limit) : rows;
        return Reply.json(Json.object(
                "runs",
                page.stream().map(RunApi::row).toList(),
                "next",
                more ? Cursors.write(page.getLast().lastAt(), page.getLast().id()) : null));
    }

    private static Optional<RunStanding> standing(Call call) {
        Optional<String> word = call.asked("state");
        Optional<RunStanding> standing = word.flatMap(RunStanding::of);
        if (word.isPresent() && standing.isEmpty()) {
            throw Problem.field(
                    "state",
                    "state: '" + word.get() + "' is not one of "
                            + Stream.of(RunStanding.values())
                                    .map(RunStanding::wireName)
                                    .collect(Collectors.joining(", ")));
        }
        return standing;
    }

    /** A run as lists show it. */
    public static JsonObject row(Views.Run run) {
        return Json.object(
                "id",
                run.id(),
                "project",
                run.project(),
                "name",
                run.name(),
                "level",
                run.level(),
                "status",
                run.status(),
                "startedAt",
                run.startedAt(),
                "endedAt",
                run.endedAt(),
                "lastAt",
                run.lastAt(),
                "costMicros",
                run.costMicros(),
                "repairs",
                run.repairs(),
                "stepsPassed",
                run.stepsPassed(),
                "stepsFailed",
                run.stepsFailed());
    }

    private Views.Run known(Call call) {
        String id = call.part("id");
        return context.store()
                .views()
                .run(id)
                .filter(run -> !run.level().isEmpty())
                .orElseThrow(() -> Problem.notFound("there is no run '" + id + "'"));
    }

    public Reply one(Call call) {
        Views.Run run = known(call);
        List<Recorded> events = context.store().events(run.id(), -1, MOST_EVENTS);
        RunDetails story = new RunDetails(context.store().sessions().plan(run.id()));
        events.forEach(story::add);
        story.stand(context.store().flows().stepStandings(run.id()));
        return Reply.json(Json.object(
                "run",
                row(run),
                "steps",
                story.steps(),
                "notes",
                story.notes(),
                "escalations",
                context.store().views().escalations(run.id()).stream()
                        .map(up -> Json.object(
                                "timestamp",
                                up.at(),
                                "kind",
                                up.kind(),
                                "subject",
                                up.subject(),
                                "from",
                                up.from(),
                                "to",
                                up.to(),
                                "reason",
                                up.reason()))
                        .toList(),
                "truncated",
                events.size() == MOST_EVENTS));
    }

    /** A patch of the run, from its events or, when it is too long for those, from the folder where it ran. */
    public Reply artifact(Call call) {
        String run = known(call).id();
        String name = call.asked("name").orElseThrow(() -> Problem.field("name", "name: is missing"));
        return diff(run, name)
                .map(text -> new Reply(200, "text/plain; charset=utf-8", text))
                .orElseGet(() -> file(run, name));
    }

    private Optional<String> diff(String run, String name) {
        return context.store().feed().ofType(run, PatchProposed.class.getSimpleName(), MOST_EVENTS).stream()
                .map(Recorded::event)
                .filter(PatchProposed.class::isInstance)
                .map(PatchProposed.class::cast)
                .filter(patch -> patch.artifact().equals(name))
                .findFirst()
                .flatMap(PatchProposed::diff);
    }

    /** A file the run left behind. Nothing outside of its folder can be named. */
    private Reply file(String run, String name) {
        Path folder =
                runFolder.orElseThrow(() -> Problem.notFound("this server does not know where runs keep their files"));
        try {
            Path home = folder.resolve(run).toRealPath();
            Path file = home.resolve(name).toRealPath();
            if (!file.startsWith(home) || !home.startsWith(folder.toRealPath()) || !Files.isRegularFile(file)) {
                throw Problem.notFound("the run has no file '" + name + "'");
            }
            byte[] bytes;
            try (var in = Files.newInputStream(file)) {
                bytes = in.readNBytes(LARGEST_FILE);
            }
            return new Reply(200, "text/plain; charset=utf-8", new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException | InvalidPathException e) {
            throw Problem.notFound("the run has no file '" + name + "'");
        }
    }

    public Reply cancel(Call call) {
        actions.cancel(known(call).id());
        return Reply.empty();
    }

    public Reply retry(Call call) {
        actions.retry(known(call).id(), call.part("step"));
        return Reply.empty();
    }

    public Reply questions(Call call) {
        return Reply.json(Json.object(
                "questions",
                context.store().views().questions(call.number("limit", 100, 1000)).stream()
                        .map(question -> Json.object(
                                "id",
                                question.id(),
                                "runId",
                                question.runId(),
                                "text",
                                question.text(),
                                "choices",
                                question.choices(),
                                "askedAt",
                                question.askedAt(),
                                "answeredAt",
                                question.answeredAt(),
                                "answer",
                                question.answer(),
                                "answeredBy",
                                question.answeredBy()))
                        .toList()));
    }

    public Reply answer(Call call) {
        String id = call.part("id");
        String answer = call.text(call.json("answer"), "answer", 10_000)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> Problem.field("answer", "answer: is missing"));
        Optional<Views.OpenQuestion> question = context.store().views().questions(1000).stream()
                .filter(one -> one.id().equals(id))
                .findFirst();
        if (question.isEmpty()) {
            throw Problem.notFound("there is no question '" + id + "'");
        }
        if (question.get().answeredAt().isPresent()) {
            throw Problem.conflict(
                    "the question was answered already: " + question.get().answer());
        }
        List<String> choices = question.get().choices();
        if (!choices.isEmpty() && !choices.contains(answer)) {
            throw Problem.field("answer", "answer: is one of " + String.join(", ", choices));
        }
        actions.answer(id, answer, call.visitor().name());
        return Reply.empty();
    }
}
