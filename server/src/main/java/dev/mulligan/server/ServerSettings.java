package dev.mulligan.server;

import dev.mulligan.attempt.Time;
import dev.mulligan.server.run.RunActions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the dashboard needs beside the gateway and the store.
 *
 * @param runFolder where runs keep their files, {@code .mulligan/runs}
 * @param auditLog where every call that changes something is written down
 * @param eventPause between two looks for new events
 */
public record ServerSettings(
        Optional<Path> runFolder,
        RunActions actions,
        Optional<Path> auditLog,
        Bodies bodies,
        Duration eventPause,
        Alerts alerts,
        Time time) {

    /** {@code limit}: bytes a body may have; {@code patience}: how long a request may take to arrive. */
    public record Bodies(int limit, Duration patience) {}

    /** {@code webhook}: who is told when a rate crosses its threshold; {@code pause}: between two looks at the rates. */
    public record Alerts(Optional<URI> webhook, Duration pause) {}

    public static ServerSettings standard() {
        return new ServerSettings(
                Optional.empty(),
                RunActions.NOBODY,
                Optional.empty(),
                new Bodies(1 << 20, Duration.ofSeconds(15)),
                Duration.ofMillis(250),
                new Alerts(Optional.empty(), Duration.ofMinutes(1)),
                Time.system());
    }

    public ServerSettings runFolder(Path folder) {
        return new ServerSettings(Optional.of(folder), actions, auditLog, bodies, eventPause, alerts, time);
    }

    public ServerSettings actions(RunActions newActions) {
        return new ServerSettings(runFolder, newActions, auditLog, bodies, eventPause, alerts, time);
    }

    public ServerSettings auditLog(Path file) {
        return new ServerSettings(runFolder, actions, Optional.of(file), bodies, eventPause, alerts, time);
    }

    public ServerSettings bodies(int limit, Duration patience) {
        return new ServerSettings(runFolder, actions, auditLog, new Bodies(limit, patience), eventPause, alerts, time);
    }

    public ServerSettings time(Time newTime) {
        return new ServerSettings(runFolder, actions, auditLog, bodies, eventPause, alerts, newTime);
    }

    public ServerSettings alerts(Optional<URI> webhook, Duration pause) {
        return new ServerSettings(runFolder, actions, auditLog, bodies, eventPause, new Alerts(webhook, pause), time);
    }
}
