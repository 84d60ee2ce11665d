package dev.mulligan.store;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Action;
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
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Plausible histories, the same for the same seed. */
final class SomeHistory {

    private static final List<String> PROJECTS = List.of("shop", "blog", "api");
    private static final List<String> MODELS =
            List.of("claude-haiku-4-5", "claude-sonnet-4-5", "gpt-5-mini", "mystery");
    private static final List<String> STAGES = List.of("code", "test", "review");
    private static final FailureType[] TYPES = FailureType.values();

    private final Random random;
    private final List<Recorded> events = new ArrayList<>();
    private Instant now;

    private SomeHistory(long seed, Instant start) {
        this.random = new Random(seed);
        this.now = start;
    }

    static List<Recorded> of(long seed, int size, Instant start) {
        SomeHistory history = new SomeHistory(seed, start);
        long[] seqs = new long[6];
        boolean[] begun = new boolean[6];
        while (history.events.size() < size) {
            int run = history.random.nextInt(seqs.length);
            history.now = history.now.plusSeconds(history.random.nextInt(2000));
            Event event = begun[run] ? history.event() : history.started();
            begun[run] = true;
            history.events.add(new Recorded("run-" + seed + "-" + run, ++seqs[run], history.now, event));
        }
        return history.events;
    }

    static List<AnalyticsQuery> questions(Random random, Instant start) {
        Instant hour = Instant.ofEpochMilli(start.toEpochMilli() / 3_600_000 * 3_600_000);
        AnalyticsQuery all = AnalyticsQuery.between(hour, hour.plus(Duration.ofDays(60)));
        AnalyticsQuery part = AnalyticsQuery.between(
                hour.plus(Duration.ofHours(random.nextInt(60))), hour.plus(Duration.ofHours(60 + random.nextInt(100))));
        List<AnalyticsQuery> questions = new ArrayList<>(List.of(
                all,
                part.ofProject("shop"),
                all.ofModel("mystery"),
                part.ofStage("test"),
                all.ofLayer("provider"),
                part.ofFailureType("rate_limit"),
                AnalyticsQuery.between(hour.plus(Duration.ofHours(3)), hour.plus(Duration.ofHours(4)))));
        for (int i = 0; i < 12; i++) {
            questions.add(anyFilters(random, hour));
        }
        return questions;
    }

    private static AnalyticsQuery anyFilters(Random random, Instant hour) {
        Instant from = hour.plus(Duration.ofHours(random.nextInt(200)));
        return new AnalyticsQuery(
                from,
                from.plus(Duration.ofHours(1 + random.nextInt(300))),
                maybe(random, PROJECTS),
                maybe(random, MODELS),
                maybe(random, STAGES),
                maybe(random, List.of("provider", "attempt")),
                maybe(random, List.of("rate_limit", "server_error", "auth_error", "timeout")));
    }

    private static Optional<String> maybe(Random random, List<String> names) {
        return random.nextInt(3) == 0 ? Optional.of(names.get(random.nextInt(names.size()))) : Optional.empty();
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Event started() {
        return new RunStarted(any(PROJECTS), "plan", any(List.of("L1", "L2", "L3", "auto")), "/w", 3);
    }

    private Failure failure() {
        FailureType type = TYPES[random.nextInt(TYPES.length)];
        return Failure.of(type, true, "error " + random.nextInt(50) + " in step", Action.RETRY, "rule")
                .withSignature("sig-" + random.nextInt(3));
    }

    private Event event() {
        String operation = "op-" + random.nextInt(3);
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> request();
            case 3, 4 -> attempt(operation);
            case 5 -> new RepairAttempted("s", 1 + random.nextInt(5), "sig", false);
            case 6 ->
                new RetryScheduled(
                        operation, 2 + random.nextInt(2), 4, 1000, now.plusSeconds(1), Remedy.Simple.WAIT, failure());
            case 7 -> new RetrySucceeded(operation, 1 + random.nextInt(3));
            case 8 ->
                new RetryExhausted(
                        operation, 4, GiveUpReason.ATTEMPTS_EXHAUSTED, "no more", failure(), Optional.empty());
            case 9 -> new CandidateGenerated("s", 1, random.nextBoolean(), Optional.empty(), "warm", Optional.empty());
            case 10 ->
                random.nextBoolean() ? new JudgeInvoked("s", "near_tie", 3) : new DiagnosisStarted("s", "repeated", 2);
            case 11 ->
                random.nextBoolean()
                        ? new StepStarted("s", any(STAGES), any(List.of("L2", "L3")))
                        : new RunEscalated(any(List.of("L2", "L1")), "L3", "non_improving", Optional.empty());
            default ->
                random.nextBoolean()
                        ? new RunFinished(random.nextBoolean(), "end", 1, 1, 5, 500)
                        : new ModelEscalated(operation, "a", "b", EscalationReason.MANUAL);
        };
    }

    private Event request() {
        boolean success = random.nextInt(4) > 0;
        int retries = random.nextInt(3);
        Optional<Failure> failure = success && retries == 0 ? Optional.empty() : Optional.of(failure());
        return ProviderRequestFinished.of("q", "anthropic", any(MODELS))
                .project(any(PROJECTS))
                .session("session-" + random.nextInt(5))
                .stage(random.nextBoolean() ? Optional.of(any(STAGES)) : Optional.empty())
                .promptPattern(random.nextBoolean() ? Optional.of("Fix the <text>") : Optional.empty())
                .ended(success, success ? 200 : 529)
                .took(random.nextInt(5000))
                .retries(retries)
                .clientRetries(random.nextInt(2))
                .recoveredWithin(random.nextBoolean() ? Optional.of((long) random.nextInt(3000)) : Optional.empty())
                .lastFailure(failure)
                .spent(
                        new Usage(1 + random.nextInt(9000), random.nextInt(900), random.nextInt(9000), 0),
                        random.nextInt(5) == 0 ? 0 : random.nextInt(5000),
                        random.nextInt(100))
                .build();
    }

    private Event attempt(String operation) {
        boolean success = random.nextBoolean();
        return AttemptFinished.of(operation, any(STAGES), 1 + random.nextInt(3))
                .took(random.nextInt(5000))
                .model(random.nextBoolean() ? Optional.of(any(MODELS)) : Optional.empty())
                .strategy(random.nextBoolean() ? Optional.of("simplify-prompt") : Optional.empty())
                .ended(success ? Optional.empty() : Optional.of(failure()))
                .project(any(PROJECTS))
                .spent(new Usage(1 + random.nextInt(9000), random.nextInt(900), 0, 0), random.nextInt(5000))
                .build();
    }
}
