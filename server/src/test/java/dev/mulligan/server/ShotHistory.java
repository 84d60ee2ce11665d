package dev.mulligan.server;

import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A month of a small team, with two incidents in it: what pictures of the dashboard are taken of. */
final class ShotHistory {

    private static final List<String> PROJECTS = List.of("shop", "billing", "website");
    private static final List<String> MODELS = List.of("claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5-5");
    private static final List<String> PROMPTS = List.of(
            "Mend the failing test in <path>",
            "Add validation to the form <text>",
            "Why does the build fail with <text>?",
            "Write release notes for version <n>");
    private static final Map<FailureType, String> MESSAGES = Map.of(
            FailureType.OVERLOADED, "529 overloaded_error: Overloaded",
            FailureType.RATE_LIMIT, "429 rate_limit_error: this request would exceed your rate limit",
            FailureType.SERVER_ERROR, "500 api_error: Internal server error",
            FailureType.TIMEOUT, "no byte arrived for 60 s",
            FailureType.INVALID_REQUEST, "400 invalid_request_error: messages: at least one message is required",
            FailureType.NETWORK, "connection reset by peer");
    private static final List<FailureType> TYPES =
            List.copyOf(MESSAGES.keySet()).stream().sorted().toList();

    private final Random random = new Random(11);
    private final List<Recorded> events = new ArrayList<>();
    private long sequence;

    private ShotHistory() {}

    static void into(EventStore store, Instant now) {
        ShotHistory history = new ShotHistory();
        Instant at = now.minus(Duration.ofDays(29));
        while (at.isBefore(now.minusSeconds(120))) {
            boolean troubled = history.random.nextInt(14) == 0;
            history.request(at, troubled, history.type());
            at = at.plusSeconds(300L + history.random.nextInt(1500));
        }
        history.incident(now.minus(Duration.ofHours(30)), FailureType.RATE_LIMIT, 24);
        history.incident(now.minus(Duration.ofHours(5)), FailureType.OVERLOADED, 61);
        history.incident(now.minus(Duration.ofMinutes(9)), FailureType.OVERLOADED, 12);
        history.events.sort(java.util.Comparator.comparing(Recorded::at));
        store.append(history.events);
        for (int i = 0; i < 8; i++) {
            store.append(SomeRun.finished("run-2026-" + i, now.minus(Duration.ofHours(20L * i + 3))));
        }
    }

    private FailureType type() {
        return TYPES.get(random.nextInt(TYPES.size()));
    }

    private void incident(Instant from, FailureType type, int requests) {
        Instant at = from;
        for (int i = 0; i < requests; i++) {
            request(at, true, type);
            at = at.plusSeconds(5L + random.nextInt(60));
        }
    }

    private void add(Instant at, Event event) {
        events.add(new Recorded("gateway-office", ++sequence, at, event));
    }

    private void request(Instant at, boolean troubled, FailureType type) {
        String id = "req-" + Long.toString(900_000L + sequence, 36);
        String session = "s-" + Long.toString(40_000L + random.nextInt(90), 36);
        String model = MODELS.get(random.nextInt(10) < 7 ? 0 : 1 + random.nextInt(2));
        String project = PROJECTS.get(random.nextInt(PROJECTS.size()));
        boolean refused = type == FailureType.INVALID_REQUEST;
        boolean success = !troubled || (!refused && random.nextInt(12) > 0);
        int retries = !troubled || refused ? 0 : success ? 1 + random.nextInt(3) : 3;
        String message = MESSAGES.getOrDefault(type, "");
        Failure failure = Failure.of(type, !refused, message, Action.RETRY, "status");
        String operation = "anthropic " + model + " " + id + "#1";
        long took = 2000L + random.nextInt(9000);
        add(at, new ProviderRequestStarted(id, "anthropic", model, project, Optional.of(session), true));
        long waited = 0;
        for (int i = 1; i <= retries; i++) {
            long delay = 1000L << i;
            add(
                    at.plusMillis(waited + 700L * i),
                    new RetryEvent.RetryScheduled(
                            operation, i + 1, 4, delay, at.plusMillis(waited + delay), Remedy.Simple.WAIT, failure));
            waited += delay + 700;
        }
        Instant end = at.plusMillis(waited + took);
        if (!success) {
            add(
                    end,
                    new RetryEvent.RetryExhausted(
                            operation,
                            retries + 1,
                            refused ? GiveUpReason.NOT_RETRYABLE : GiveUpReason.ATTEMPTS_EXHAUSTED,
                            "tried",
                            failure,
                            Optional.empty()));
        }
        add(
                end,
                ProviderRequestFinished.of(id, "anthropic", model)
                        .project(project)
                        .session(session)
                        .promptPattern(Optional.of(PROMPTS.get(random.nextInt(PROMPTS.size()))))
                        .ended(success, success ? 200 : refused ? 400 : 529)
                        .took(waited + took)
                        .firstByteAfter(success ? Optional.of(waited + took / 3) : Optional.empty())
                        .retries(retries)
                        .recoveredWithin(success && troubled ? Optional.of(waited) : Optional.empty())
                        .lastFailure(troubled ? Optional.of(failure) : Optional.empty())
                        .spent(
                                new Usage(9000 + random.nextInt(40_000), 400 + random.nextInt(3000), 0, 0),
                                success ? 20_000 + random.nextInt(180_000) : 0,
                                0)
                        .stream(true)
                        .asked(model, "anthropic")
                        .build());
    }
}
