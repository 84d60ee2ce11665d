package dev.mulligan.store;

import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.AttemptEvent.AttemptFinished;
import dev.mulligan.event.CandidateEvent.CandidateGenerated;
import dev.mulligan.event.CandidateEvent.JudgeInvoked;
import dev.mulligan.event.DiagnosisEvent.DiagnosisStarted;
import dev.mulligan.event.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.event.RunEvent.RunEscalated;
import dev.mulligan.event.RunEvent.RunFinished;
import dev.mulligan.event.RunEvent.RunStarted;
import dev.mulligan.event.StepEvent.RepairAttempted;
import dev.mulligan.event.StepEvent.StepStarted;
import dev.mulligan.learn.TextPattern;
import dev.mulligan.store.report.Alerts;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.Tally;
import dev.mulligan.store.trace.Recorded;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The same answers the slow way: every event looked at, nothing summed up before. */
final class BruteForce {

    private record Call(
            LocalDate day,
            String project,
            String layer,
            String model,
            String stage,
            String type,
            String errorType,
            String message,
            Optional<String> pattern,
            Tally tally) {}

    private BruteForce() {}

    static Report report(List<Recorded> events, AnalyticsQuery q) {
        Map<String, String> projects = new HashMap<>();
        events.forEach(e -> {
            if (e.event() instanceof RunStarted s) {
                projects.put(e.runId(), s.project());
            }
        });
        List<Recorded> inside = events.stream()
                .filter(e -> !e.at().isBefore(q.from()) && e.at().isBefore(q.to()))
                .toList();
        List<Call> inProject = inside.stream()
                .flatMap(e -> call(e).stream())
                .filter(c -> q.project().map(c.project()::equals).orElse(true))
                .toList();
        List<Call> calls = inProject.stream()
                .filter(c -> q.model().map(c.model()::equals).orElse(true))
                .filter(c -> q.stage().map(c.stage()::equals).orElse(true))
                .filter(c -> q.layer().map(c.layer()::equals).orElse(true))
                .filter(c -> q.failureType().map(c.type()::equals).orElse(true))
                .toList();
        List<Call> failed = calls.stream().filter(c -> !c.type().isEmpty()).toList();
        List<Recorded> ofProject = inside.stream()
                .filter(e ->
                        q.project().map(p -> p.equals(projects.get(e.runId()))).orElse(true))
                .toList();
        Tally total = calls.stream().map(Call::tally).reduce(Tally.NONE, Tally::plus);
        Report.Runs runs = runs(events, ofProject);
        Map<String, Tally> byModel = group(calls, Call::model);
        return new Report(
                total,
                group(failed, Call::type),
                group(failed, Call::errorType),
                byModel,
                group(calls, Call::project),
                group(calls, Call::stage),
                new TreeMap<>(calls.stream().collect(Collectors.toMap(Call::day, Call::tally, Tally::plus))),
                texts(inProject.stream().filter(c -> !c.type().isEmpty()).toList(), c -> Optional.of(c.message())),
                texts(inProject, Call::pattern),
                recovery(events, ofProject, inside, q),
                runs,
                saved(byModel),
                Alerts.of(total, runs));
    }

    private static Map<String, Tally> group(List<Call> calls, Function<Call, String> by) {
        return calls.stream().collect(Collectors.toMap(by, Call::tally, Tally::plus));
    }

    private static Optional<Call> call(Recorded recorded) {
        LocalDate day = LocalDate.ofInstant(recorded.at(), ZoneOffset.UTC);
        return switch (recorded.event()) {
            case ProviderRequestFinished e ->
                Optional.of(new Call(
                        day,
                        e.project(),
                        "provider",
                        e.model(),
                        e.stage().orElse(""),
                        e.success() ? "" : e.failureType().orElseThrow().wireName(),
                        e.success() ? "" : e.errorType().orElseThrow(),
                        TextPattern.ofMessage(e.error().orElse("")),
                        e.promptPattern(),
                        new Tally(
                                1,
                                e.success() ? 0 : 1,
                                e.retries() > 0 ? 1 : 0,
                                e.retries(),
                                e.clientRetries(),
                                e.durationMs(),
                                e.costMicros(),
                                e.success() ? e.wastedMicros() : e.costMicros(),
                                e.usage().input(),
                                e.usage().output(),
                                e.usage().cacheRead(),
                                e.usage().cacheWrite())));
            case AttemptFinished e ->
                Optional.of(new Call(
                        day,
                        e.project(),
                        "attempt",
                        e.model().orElse(""),
                        e.stage(),
                        e.failure().map(f -> f.type().wireName()).orElse(""),
                        e.failure().map(f -> f.errorType().wireName()).orElse(""),
                        TextPattern.ofMessage(e.failure().map(f -> f.message()).orElse("")),
                        e.promptPattern(),
                        new Tally(
                                1,
                                e.success() ? 0 : 1,
                                e.attempt() > 1 ? 1 : 0,
                                e.attempt() > 1 ? 1 : 0,
                                0,
                                e.durationMs(),
                                e.costMicros(),
                                e.success() ? 0 : e.costMicros(),
                                e.usage().input(),
                                e.usage().output(),
                                e.usage().cacheRead(),
                                e.usage().cacheWrite())));
            default -> Optional.empty();
        };
    }

    private static List<Report.TextCount> texts(List<Call> calls, Function<Call, Optional<String>> text) {
        Map<String, List<Call>> grouped = calls.stream()
                .filter(c -> text.apply(c).isPresent())
                .collect(Collectors.groupingBy(c -> text.apply(c).orElseThrow()));
        return grouped.entrySet().stream()
                .map(e -> new Report.TextCount(
                        e.getKey(),
                        e.getValue().size(),
                        e.getValue().stream().filter(c -> !c.type().isEmpty()).count()))
                .sorted(Comparator.comparingLong((Report.TextCount t) -> -t.failures())
                        .thenComparingLong(t -> -t.requests())
                        .thenComparing(Report.TextCount::text))
                .limit(20)
                .toList();
    }

    private static Report.Recovery recovery(
            List<Recorded> all, List<Recorded> ofProject, List<Recorded> inside, AnalyticsQuery q) {
        long recovered = ofProject.stream()
                .filter(e -> e.event() instanceof RetrySucceeded s && s.attempts() > 1)
                .count();
        long lost = ofProject.stream()
                .filter(e -> e.event() instanceof RetryExhausted)
                .count();
        if (recovered + lost > 0) {
            long millis = 0;
            for (Recorded e : ofProject) {
                if (e.event() instanceof RetrySucceeded s && s.attempts() > 1) {
                    millis += sinceFirstFailure(all, e, s.operationId());
                }
            }
            return recovery(recovered, lost, millis);
        }
        List<ProviderRequestFinished> requests = inside.stream()
                .map(Recorded::event)
                .filter(ProviderRequestFinished.class::isInstance)
                .map(ProviderRequestFinished.class::cast)
                .filter(r -> q.project().map(r.project()::equals).orElse(true))
                .toList();
        List<ProviderRequestFinished> saved =
                requests.stream().filter(r -> r.success() && r.retries() > 0).toList();
        return recovery(
                saved.size(),
                requests.stream().filter(r -> !r.success()).count(),
                saved.stream()
                        .mapToLong(r -> r.recoveryMs().orElse(r.durationMs()))
                        .sum());
    }

    private static Report.Recovery recovery(long recovered, long lost, long millis) {
        return new Report.Recovery(
                recovered,
                lost,
                recovered + lost == 0 ? Optional.empty() : Optional.of((double) recovered / (recovered + lost)),
                recovered == 0 ? Optional.empty() : Optional.of(millis / recovered));
    }

    private static long sinceFirstFailure(List<Recorded> all, Recorded end, String operation) {
        Instant first = end.at();
        for (Recorded e : all) {
            if (e.runId().equals(end.runId()) && e.seq() < end.seq()) {
                switch (e.event()) {
                    case RetryScheduled s
                    when s.operationId().equals(operation) -> first = first.isBefore(e.at()) ? first : e.at();
                    case RetrySucceeded s
                    when s.operationId().equals(operation) && s.attempts() > 1 -> first = end.at();
                    case RetryExhausted s when s.operationId().equals(operation) -> first = end.at();
                    default -> {}
                }
            }
        }
        return end.at().toEpochMilli() - first.toEpochMilli();
    }

    private static Report.Runs runs(List<Recorded> all, List<Recorded> events) {
        long l2 = count(
                events,
                e -> e instanceof RunStarted s
                        && (s.level().equals("L2") || s.level().equals("auto")));
        long up = count(events, e -> e instanceof RunEscalated r && r.from().equals("L2"));
        long l3 = count(events, e -> e instanceof StepStarted s && s.level().equals("L3"));
        long diagnoses = count(events, e -> e instanceof DiagnosisStarted);
        long candidates = count(events, e -> e instanceof CandidateGenerated);
        long valid = count(events, e -> e instanceof CandidateGenerated c && c.valid());
        long repairedRuns = 0;
        long iterations = 0;
        Map<String, Integer> highest = new HashMap<>();
        for (Recorded e : all) {
            if (e.event() instanceof RepairAttempted r) {
                int before = highest.getOrDefault(e.runId(), 0);
                int after = Math.max(before, r.iteration());
                highest.put(e.runId(), after);
                if (after > before && events.contains(e)) {
                    repairedRuns += before == 0 ? 1 : 0;
                    iterations += after - before;
                }
            }
        }
        return new Report.Runs(
                count(events, e -> e instanceof RunStarted),
                count(events, e -> e instanceof RunFinished f && f.success()),
                count(events, e -> e instanceof RunFinished f && !f.success()),
                rate(up, l2),
                rate(iterations, repairedRuns),
                rate(diagnoses, l3),
                count(events, e -> e instanceof JudgeInvoked),
                rate(valid, candidates),
                count(events, e -> e instanceof ModelEscalated),
                0,
                0);
    }

    private static long count(List<Recorded> events, java.util.function.Predicate<Object> wanted) {
        return events.stream().filter(e -> wanted.test(e.event())).count();
    }

    private static Optional<Double> rate(long part, long whole) {
        return whole == 0 ? Optional.empty() : Optional.of((double) part / whole);
    }

    private static long saved(Map<String, Tally> byModel) {
        long saved = 0;
        for (Map.Entry<String, Tally> e : byModel.entrySet()) {
            Tally t = e.getValue();
            saved += Models.standard()
                    .find(e.getKey())
                    .flatMap(m -> Models.standard().all().stream()
                            .filter(o -> o.current() && o.provider().equals(m.provider()))
                            .max(Comparator.comparingInt(o -> o.tier())))
                    .map(top -> top.prices()
                                    .of(new Usage(t.input(), t.output(), t.cacheRead(), t.cacheWrite()))
                                    .micros()
                            - t.costMicros())
                    .orElse(0L);
        }
        return Math.max(0, saved);
    }
}
