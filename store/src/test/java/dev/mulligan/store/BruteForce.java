package dev.mulligan.store;

import dev.mulligan.escalate.Models;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.CandidateEvent.CandidateGenerated;
import dev.mulligan.record.CandidateEvent.JudgeInvoked;
import dev.mulligan.record.DiagnosisEvent.DiagnosisStarted;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.record.learn.TextPattern;
import dev.mulligan.store.report.Alerts;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportTally;
import dev.mulligan.store.report.WaitScale;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The same answers the slow way: every event looked at, nothing summed up before. */
final class BruteForce {

    private record Call(
            Instant at,
            String project,
            String layer,
            String model,
            String stage,
            String type,
            String errorType,
            Optional<String> message,
            boolean unrecovered,
            Optional<String> pattern,
            Optional<Long> waited,
            ReportTally tally) {}

    private BruteForce() {}

    static Report report(List<Recorded> events, AnalyticsQuery q) {
        Map<String, String> projects = new HashMap<>();
        events.forEach(e -> {
            if (e.event() instanceof RunStarted s) {
                projects.put(e.runId(), s.project());
            }
        });
        List<Call> all = new ArrayList<>();
        events.forEach(e -> call(e).ifPresent(all::add));
        all.addAll(operations(events));
        List<Call> calls = all.stream()
                .filter(c -> !c.at().isBefore(q.from()) && c.at().isBefore(q.to()))
                .filter(c -> q.project().map(c.project()::equals).orElse(true))
                .filter(c -> q.model().map(c.model()::equals).orElse(true))
                .filter(c -> q.stage().map(c.stage()::equals).orElse(true))
                .filter(c -> q.layer().map(c.layer()::equals).orElse(true))
                .filter(c -> q.failureType().map(c.type()::equals).orElse(true))
                .toList();
        long filters = Stream.of(q.project(), q.model(), q.stage(), q.layer(), q.failureType())
                .filter(Optional::isPresent)
                .count();
        List<Call> failed = calls.stream().filter(c -> !c.type().isEmpty()).toList();
        List<Recorded> ofProject = events.stream()
                .filter(e -> !e.at().isBefore(q.from()) && e.at().isBefore(q.to()))
                .filter(e ->
                        q.project().map(p -> p.equals(projects.get(e.runId()))).orElse(true))
                .toList();
        boolean runsFiltered = q.model().isPresent()
                || q.stage().isPresent()
                || q.failureType().isPresent()
                || q.layer().equals(Optional.of("provider"));
        Optional<Report.Runs> runs = runsFiltered ? Optional.empty() : Optional.of(runs(events, ofProject));
        Map<String, ReportTally> byModel = group(calls, Call::model);
        Map<String, ReportTally> byLayer = group(calls, Call::layer);
        ChronoUnit step = q.hourly() ? ChronoUnit.HOURS : ChronoUnit.DAYS;
        return new Report(
                calls.stream().map(Call::tally).reduce(ReportTally.NONE, ReportTally::plus),
                group(failed, Call::type),
                group(failed, Call::errorType),
                byModel,
                group(calls, Call::project),
                group(calls, Call::stage),
                byLayer,
                new TreeMap<>(group(calls, c -> LocalDate.ofInstant(c.at(), ZoneOffset.UTC))),
                new TreeMap<>(group(calls, c -> c.at().truncatedTo(step))),
                q.hourly(),
                texts(calls, Call::message, true),
                filters < 2 ? Optional.of(texts(calls, Call::pattern, false)) : Optional.empty(),
                recovery(calls),
                runs,
                byModel.entrySet().stream()
                        .filter(e -> e.getValue().unpriced() > 0
                                && Models.standard().find(e.getKey()).isEmpty())
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList(),
                Alerts.of(byLayer.getOrDefault("provider", ReportTally.NONE), runs));
    }

    private static <K> Map<K, ReportTally> group(List<Call> calls, Function<Call, K> by) {
        return calls.stream().collect(Collectors.toMap(by, Call::tally, ReportTally::plus));
    }

    private static boolean isFinal(FailureType type) {
        return switch (type) {
            case CONTEXT_LIMIT, CONTENT_FILTER, INVALID_REQUEST, AUTH_ERROR, MODEL_UNAVAILABLE, CANCELLED -> true;
            default -> false;
        };
    }

    private static long one(boolean truth) {
        return truth ? 1 : 0;
    }

    private static Optional<Call> call(Recorded recorded) {
        return switch (recorded.event()) {
            case ProviderRequestFinished e -> {
                boolean recovered = e.success() && e.retries() > 0;
                boolean troubled = recovered || !e.success();
                FailureType type = e.failureType().orElse(FailureType.UNKNOWN);
                long wait = e.recoveryMs().orElse(e.durationMs());
                long wasted = e.success() ? e.wastedMicros() : e.costMicros();
                yield Optional.of(new Call(
                        recorded.at(),
                        e.project(),
                        "provider",
                        e.model(),
                        e.stage().orElse(""),
                        troubled ? type.wireName() : "",
                        troubled ? e.errorType().orElse(type.usualErrorType().wireName()) : "",
                        troubled
                                ? Optional.of(TextPattern.ofMessage(e.error().orElse("(no message)")))
                                : Optional.empty(),
                        !e.success(),
                        e.promptPattern(),
                        recovered ? Optional.of(wait) : Optional.empty(),
                        new ReportTally(
                                1,
                                one(!e.success()),
                                one(e.retries() > 0),
                                e.retries(),
                                e.clientRetries(),
                                e.durationMs(),
                                e.costMicros(),
                                wasted,
                                e.usage().input(),
                                e.usage().output(),
                                e.usage().cacheRead(),
                                e.usage().cacheWrite(),
                                (long) e.retries() + one(!e.success()),
                                one(recovered),
                                one(!e.success() && !isFinal(type)),
                                one(!e.success() && isFinal(type)),
                                recovered ? wait : 0,
                                recovered ? e.costMicros() - wasted : 0,
                                one(e.costMicros() == 0))));
            }
            case AttemptFinished e ->
                Optional.of(new Call(
                        recorded.at(),
                        e.project(),
                        "attempt",
                        e.model().orElse(""),
                        e.stage(),
                        e.failure().map(f -> f.type().wireName()).orElse(""),
                        e.failure().map(f -> f.errorType().wireName()).orElse(""),
                        e.failure().map(f -> TextPattern.ofMessage(f.message())),
                        !e.success(),
                        e.promptPattern(),
                        Optional.empty(),
                        new ReportTally(
                                1,
                                one(!e.success()),
                                one(e.attempt() > 1),
                                one(e.attempt() > 1),
                                0,
                                e.durationMs(),
                                e.costMicros(),
                                e.success() ? 0 : e.costMicros(),
                                e.usage().input(),
                                e.usage().output(),
                                e.usage().cacheRead(),
                                e.usage().cacheWrite(),
                                one(!e.success()),
                                0,
                                0,
                                0,
                                0,
                                0,
                                one(e.costMicros() == 0))));
            default -> Optional.empty();
        };
    }

    /** How operations of steps ended, with what their last failed attempt was about. */
    private static List<Call> operations(List<Recorded> events) {
        Map<List<String>, Instant> since = new HashMap<>();
        Map<List<String>, AttemptFinished> lastFailed = new HashMap<>();
        List<Call> ends = new ArrayList<>();
        for (Recorded e : events) {
            switch (e.event()) {
                case RetryScheduled s -> since.putIfAbsent(List.of(e.runId(), s.operationId()), e.at());
                case AttemptFinished a
                when !a.success() -> {
                    since.putIfAbsent(List.of(e.runId(), a.operationId()), e.at());
                    lastFailed.put(List.of(e.runId(), a.operationId()), a);
                }
                case RetrySucceeded s -> end(e, s.operationId(), Optional.empty(), since, lastFailed, ends);
                case RetryExhausted s -> end(e, s.operationId(), Optional.of(s.error()), since, lastFailed, ends);
                default -> {}
            }
        }
        return ends;
    }

    private static void end(
            Recorded e,
            String operation,
            Optional<Failure> error,
            Map<List<String>, Instant> since,
            Map<List<String>, AttemptFinished> lastFailed,
            List<Call> ends) {
        List<String> key = List.of(e.runId(), operation);
        Instant first = since.remove(key);
        AttemptFinished last = lastFailed.remove(key);
        if (last == null || first == null) {
            return;
        }
        Failure failure = error.orElseGet(() -> last.failure().orElseThrow());
        long wait = Duration.between(first, e.at()).toMillis();
        boolean recovered = error.isEmpty();
        ends.add(new Call(
                e.at(),
                last.project(),
                "attempt",
                last.model().orElse(""),
                last.stage(),
                failure.type().wireName(),
                failure.errorType().wireName(),
                Optional.empty(),
                !recovered,
                Optional.empty(),
                recovered ? Optional.of(wait) : Optional.empty(),
                new ReportTally(
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        one(recovered),
                        one(!recovered && !isFinal(failure.type())),
                        one(!recovered && isFinal(failure.type())),
                        recovered ? wait : 0,
                        0,
                        0)));
    }

    private static List<Report.TextCount> texts(
            List<Call> calls, Function<Call, Optional<String>> text, boolean frequentFirst) {
        Map<String, List<Call>> grouped = calls.stream()
                .filter(c -> text.apply(c).isPresent())
                .collect(Collectors.groupingBy(c -> text.apply(c).orElseThrow()));
        Comparator<Report.TextCount> order = frequentFirst
                ? Comparator.comparingLong((Report.TextCount t) -> -t.requests())
                        .thenComparingLong(t -> -t.failures())
                : Comparator.comparingLong((Report.TextCount t) -> -t.failures())
                        .thenComparingLong(t -> -t.requests());
        return grouped.entrySet().stream()
                .map(e -> new Report.TextCount(
                        e.getKey(),
                        e.getValue().size(),
                        e.getValue().stream().filter(Call::unrecovered).count()))
                .sorted(order.thenComparing(Report.TextCount::text))
                .limit(20)
                .toList();
    }

    private static Report.Recovery recovery(List<Call> calls) {
        List<Long> waits =
                calls.stream().flatMap(c -> c.waited().stream()).sorted().toList();
        ReportTally total = calls.stream().map(Call::tally).reduce(ReportTally.NONE, ReportTally::plus);
        return new Report.Recovery(
                waits.size(),
                total.lost(),
                total.refused(),
                rate(waits.size(), waits.size() + total.lost()),
                waits.isEmpty()
                        ? Optional.empty()
                        : Optional.of(waits.stream().mapToLong(w -> w).sum() / waits.size()),
                waits.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Report.Waits(at(waits, 0.5), at(waits, 0.95), at(waits, 0.99))));
    }

    private static long at(List<Long> sorted, double share) {
        return WaitScale.mark(sorted.get((int) Math.ceil(sorted.size() * share) - 1));
    }

    private static Report.Runs runs(List<Recorded> all, List<Recorded> events) {
        long l2 = count(
                events,
                e -> e instanceof RunStarted s
                        && (s.level().equals("L2") || s.level().equals("auto")));
        long up = count(events, e -> e instanceof RunEscalated r && r.from().equals("L2"));
        Set<List<String>> inThird = new HashSet<>();
        Set<List<String>> diagnosed = new HashSet<>();
        long l3 = 0;
        long diagnoses = 0;
        for (Recorded e : all) {
            boolean here = events.contains(e);
            Optional<String> step = switch (e.event()) {
                case StepStarted s when s.level().equals("L3") -> Optional.of(s.stepId());
                case RunEscalated r
                when r.to().equals("L3") -> Optional.of(r.stepId().orElse(""));
                case DiagnosisStarted d -> Optional.of(d.stepId());
                default -> Optional.empty();
            };
            if (step.isPresent() && inThird.add(List.of(e.runId(), step.get())) && here) {
                l3++;
            }
            if (e.event() instanceof DiagnosisStarted d && diagnosed.add(List.of(e.runId(), d.stepId())) && here) {
                diagnoses++;
            }
        }
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
}
