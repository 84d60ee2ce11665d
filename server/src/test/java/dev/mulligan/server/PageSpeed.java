package dev.mulligan.server;

import dev.mulligan.GiveUpReason;
import dev.mulligan.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.event.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.store.trace.Recorded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** How long each page's question takes on a long history: {@code PageSpeed FOLDER [EVENTS [SESSIONS]]}. */
final class PageSpeed {

    private static final int BATCH = 20_000;
    private static final int ROUNDS = 15;
    private static final String[] MODELS = {"claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"};
    private static final FailureType[] TYPES = {
        FailureType.OVERLOADED, FailureType.RATE_LIMIT, FailureType.TIMEOUT, FailureType.INVALID_REQUEST
    };

    private final Random random = new Random(7);
    private final List<Recorded> batch = new ArrayList<>();
    private final House house;
    private final int sessions;
    private long sequence;
    private Instant at = Instant.now().minus(Duration.ofDays(60));

    private PageSpeed(House house, int sessions) {
        this.house = house;
        this.sessions = sessions;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        long events = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000;
        int sessions = args.length > 2 ? Integer.parseInt(args[2]) : 10_000;
        try (House house = new House(folder)) {
            PageSpeed speed = new PageSpeed(house, sessions);
            if (house.store.position() == 0) {
                speed.fill(events);
            }
            speed.measure();
        }
    }

    private void fill(long events) {
        Duration step = Duration.ofDays(59).dividedBy(Math.max(1, events));
        while (sequence < events) {
            at = at.plus(step.multipliedBy(3));
            request();
            if (batch.size() >= BATCH) {
                house.store.append(batch);
                batch.clear();
            }
        }
        house.store.append(batch);
        System.out.println(sequence + " events");
    }

    private void add(Event event) {
        batch.add(new Recorded("gateway-history", ++sequence, at, event));
    }

    private void request() {
        String id = "req-h-" + sequence;
        String session = "session-" + random.nextInt(sessions);
        String model = MODELS[random.nextInt(MODELS.length)];
        String project = "project-" + random.nextInt(20);
        add(new ProviderRequestStarted(id, "anthropic", model, project, Optional.of(session), true));
        boolean troubled = random.nextInt(5) == 0;
        boolean success = !troubled || random.nextInt(4) > 0;
        FailureType type = TYPES[random.nextInt(TYPES.length)];
        Failure failure =
                Failure.of(type, true, "The provider said no, number " + random.nextInt(50), Action.RETRY, "r");
        if (troubled) {
            String operation = "anthropic " + model + " " + id + "#1";
            add(new RetryEvent.RetryScheduled(operation, 2, 4, 1000, at, Remedy.Simple.WAIT, failure));
            add(
                    success
                            ? new RetryEvent.RetrySucceeded(operation, 2)
                            : new RetryEvent.RetryExhausted(
                                    operation, 4, GiveUpReason.ATTEMPTS_EXHAUSTED, "tried", failure, Optional.empty()));
        }
        add(new ProviderRequestFinished(
                id,
                "anthropic",
                model,
                1500,
                success,
                troubled ? 1 : 0,
                troubled ? Optional.of(failure.message()) : Optional.empty(),
                troubled ? Optional.of(failure.errorType().wireName()) : Optional.empty(),
                troubled ? Optional.of(type) : Optional.empty(),
                project,
                Optional.of(session),
                Optional.empty(),
                Optional.of("Mend the parser in file <n>"),
                success ? 200 : 529,
                new Usage(4000, 300, 0, 0),
                5000,
                0,
                Optional.of(1000L),
                0));
    }

    private void measure() throws Exception {
        String cursor = house.get("/api/sessions?limit=100").text("next", "");
        for (String path : List.of(
                "/api/live",
                "/api/sessions?limit=100",
                "/api/sessions?limit=100&cursor=" + cursor,
                "/api/sessions?limit=100&project=project-3",
                "/api/sessions?limit=100&failing=true",
                "/api/sessions?q=session-77",
                "/api/sessions/session-77",
                "/api/projects",
                "/api/runs",
                "/api/questions",
                "/api/learnings",
                "/api/strategies",
                "/api/policies",
                "/api/analytics/failures",
                "/api/analytics/failures?project=project-3&model=claude-haiku-5-5",
                "/api/lab/replay")) {
            double[] millis = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                house.get(path);
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            double first = millis[0];
            Arrays.sort(millis);
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-72s first %7.1f ms  median %7.1f ms  worst %7.1f ms",
                    path.length() > 70 ? path.substring(0, 70) : path,
                    first,
                    millis[ROUNDS / 2],
                    millis[ROUNDS - 1]));
        }
    }
}
