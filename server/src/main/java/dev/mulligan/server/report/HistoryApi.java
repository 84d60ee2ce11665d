package dev.mulligan.server.report;

import dev.mulligan.escalate.Model;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.advice.Wilson;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.server.policy.Policies;
import dev.mulligan.server.policy.PolicyDocument;
import dev.mulligan.store.lab.Interval;
import dev.mulligan.store.lab.Prediction;
import dev.mulligan.store.lab.Replay;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportJson;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** What history says: failures, lessons, strategies, and other policies tried on it. */
public final class HistoryApi {

    private static final Duration USUAL_RANGE = Duration.ofDays(30);
    private static final long SEED = 1;
    /** Enough for ranges that are drawn a few pixels wide. */
    private static final int WORLDS = 100;

    private final ServerContext context;
    private final Policies policies;
    private final RecentCases cases;

    public HistoryApi(ServerContext context, Policies policies) {
        this.context = context;
        this.policies = policies;
        this.cases = new RecentCases(context.store(), context.time());
    }

    public Reply failures(Call call) {
        Instant to = call.time("to").orElseGet(context.time()::now);
        Instant from = call.time("from").orElse(to.minus(USUAL_RANGE));
        Report report = context.store()
                .analytics()
                .report(AskedHistory.query(call, from, to), context.options().models());
        return switch (call.asked("format").orElse("json")) {
            case "json" -> Reply.json(failures(report, from, to));
            case "csv" -> download(csv(ReportJson.rows(report)), "text/csv; charset=utf-8", "failures.csv");
            case "ndjson" ->
                download(
                        ReportJson.rows(report).stream()
                                .map(row -> Json.write(row) + "\n")
                                .collect(Collectors.joining()),
                        "application/x-ndjson",
                        "failures.ndjson");
            default -> throw Problem.field("format", "format: is json, csv or ndjson");
        };
    }

    private static JsonObject failures(Report report, Instant from, Instant to) {
        Map<String, Object> members = new LinkedHashMap<>();
        ReportJson.of(report).members().forEach((name, value) -> members.put(name, Optional.ofNullable(value)));
        Map<String, Object> byType = new LinkedHashMap<>();
        PolicyDocument.errorNames().forEach(name -> byType.put(name, 0));
        report.byErrorType().forEach((name, tally) -> byType.put(name, tally.failures()));
        members.put("byErrorType", byType);
        members.put("from", from);
        members.put("to", to);
        return new JsonObject(new LinkedHashMap<>(members));
    }

    private static Reply download(String text, String type, String name) {
        return new Reply(200, type, text)
                .with("content-disposition", "attachment; filename=\"" + name + "\"")
                .with("cache-control", "no-store");
    }

    private static String csv(List<JsonObject> rows) {
        StringBuilder out = new StringBuilder();
        if (!rows.isEmpty()) {
            out.append(String.join(",", rows.getFirst().members().keySet())).append("\r\n");
        }
        rows.forEach(row -> out.append(row.members().values().stream()
                        .map(value -> cell(String.valueOf(
                                value instanceof Optional<?> maybe
                                        ? maybe.map(Object::toString).orElse("")
                                        : value)))
                        .collect(Collectors.joining(",")))
                .append("\r\n"));
        return out.toString();
    }

    /** A cell that begins like a formula would be carried out by spreadsheets. */
    private static String cell(String text) {
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }

    public Reply learnings(Call call) {
        return Reply.json(Json.object(
                "learnings",
                context.store().views().learnings(call.asked("signature"), call.number("limit", 200, 1000)).stream()
                        .map(learnt -> Json.parseObject(EventJson.standard().payload(learnt)))
                        .toList()));
    }

    public Reply strategies(Call call) {
        return Reply.json(Json.object(
                "strategies",
                context.store().sessions().strategies().stream()
                        .map(row -> Json.object(
                                "stage",
                                row.stage(),
                                "strategy",
                                row.strategy(),
                                "tries",
                                row.tries(),
                                "successes",
                                row.successes(),
                                "rate",
                                row.tries() == 0 ? 0.0 : (double) row.successes() / row.tries(),
                                "atLeast",
                                Wilson.of(row.successes(), row.tries()).low(),
                                "atMost",
                                Wilson.of(row.successes(), row.tries()).high()))
                        .toList()));
    }

    public Reply replay(Call call) {
        List<RetryPolicy> policies = Arrays.stream(call.asked("policy")
                        .orElse("default,patient,conservative")
                        .split(",", -1))
                .limit(8)
                .map(String::strip)
                .map(name -> PolicyTemplates.find(name)
                        .orElseThrow(() -> Problem.field("policy", "policy: there is no template '" + name + "'")))
                .toList();
        return replayed(policies);
    }

    /** Body: {@code {"policies": ["patient"], "candidate": {…}}}. */
    public Reply replayOwn(Call call) {
        JsonObject body = call.json("policies", "candidate");
        if (body.has("policies") && !(body.get("policies") instanceof List<?>)) {
            throw Problem.field("policies", "policies: a list is expected");
        }
        if (body.has("candidate")
                && body.get("candidate") != null
                && body.object("candidate").isEmpty()) {
            throw Problem.field("candidate", "candidate: a policy's document is expected");
        }
        List<RetryPolicy> policies = new ArrayList<>();
        policies.add(this.policies.get(Policies.DEFAULT).policy().named("in force"));
        body.list("policies").stream()
                .limit(8)
                .map(String::valueOf)
                .map(name -> PolicyTemplates.find(name)
                        .orElseThrow(() -> Problem.field("policies", "policies: there is no template '" + name + "'")))
                .forEach(policies::add);
        body.object("candidate")
                .ifPresent(own -> policies.add(
                        PolicyDocument.over(this.policies.get(Policies.DEFAULT).policy(), own)
                                .named("candidate")));
        return replayed(policies);
    }

    private Reply replayed(List<RetryPolicy> policies) {
        RecentCases.Found found = cases.now();
        Replay replay = new Replay(found.cases(), WORLDS);
        return Reply.json(Json.object(
                "cases",
                found.cases().size(),
                "untroubled",
                found.untroubled(),
                "sampled",
                found.sampled(),
                "predictions",
                policies.parallelStream()
                        .map(policy -> prediction(replay.predict(policy, new Random(SEED))))
                        .toList()));
    }

    private static JsonObject prediction(Prediction prediction) {
        return Json.object(
                "policy",
                prediction.policy(),
                "cases",
                prediction.cases(),
                "recovery",
                interval(prediction.recovery()),
                "attempts",
                interval(prediction.attempts()),
                "waitMs",
                interval(prediction.waitMs()),
                "guessed",
                prediction.guessed());
    }

    private static JsonObject interval(Interval interval) {
        return Json.object("value", interval.value(), "low", interval.low(), "high", interval.high());
    }

    public Reply models(Call call) {
        return Reply.json(Json.object(
                "ladder",
                context.options()
                        .ladder()
                        .map(ladder -> ladder.rungs().stream().map(Model::id).toList()),
                "models",
                context.options().models().all().stream().map(HistoryApi::model).toList()));
    }

    private static JsonObject model(Model model) {
        return Json.object(
                "id",
                model.id(),
                "provider",
                model.provider(),
                "tier",
                model.tier(),
                "current",
                model.current(),
                "contextWindow",
                model.contextWindow(),
                "inputPrice",
                model.prices().input(),
                "outputPrice",
                model.prices().output());
    }

    public Reply projects(Call call) {
        return Reply.json(Json.object("projects", context.store().sessions().projects()));
    }
}
