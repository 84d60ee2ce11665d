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
 * @param bodyLimit bytes a body may have
 * @param bodyPatience how long a request may take to arrive
 * @param alertWebhook who is told when a rate crosses its threshold
 */
public record ServerSettings(
        Optional<Path> runFolder,
        RunActions actions,
        Optional<Path> auditLog,
        int bodyLimit,
        Duration bodyPatience,
        Duration eventPause,
        Optional<URI> alertWebhook,
        Duration alertPause,
        Time time) {

    public static ServerSettings standard() {
        return new ServerSettings(
                Optional.empty(),
                RunActions.NOBODY,
                Optional.empty(),
                1 << 20,
                Duration.ofSeconds(15),
                Duration.ofMillis(250),
                Optional.empty(),
                Duration.ofMinutes(1),
                Time.system());
    }

    public ServerSettings runFolder(Path folder) {
        return new ServerSettings(
                Optional.of(folder),
                actions,
                auditLog,
                bodyLimit,
                bodyPatience,
                eventPause,
                alertWebhook,
                alertPause,
                time);
    }

    public ServerSettings actions(RunActions newActions) {
        return new ServerSettings(
                runFolder, newActions, auditLog, bodyLimit, bodyPatience, eventPause, alertWebhook, alertPause, time);
    }

    public ServerSettings auditLog(Path file) {
        return new ServerSettings(
                runFolder,
                actions,
                Optional.of(file),
                bodyLimit,
                bodyPatience,
                eventPause,
                alertWebhook,
                alertPause,
                time);
    }

    public ServerSettings bodies(int limit, Duration patience) {
        return new ServerSettings(
                runFolder, actions, auditLog, limit, patience, eventPause, alertWebhook, alertPause, time);
    }

    public ServerSettings time(Time newTime) {
        return new ServerSettings(
                runFolder, actions, auditLog, bodyLimit, bodyPatience, eventPause, alertWebhook, alertPause, newTime);
    }

    /** {@code pause}: between two looks at the rates. */
    public ServerSettings alerts(Optional<URI> webhook, Duration pause) {
        return new ServerSettings(
                runFolder, actions, auditLog, bodyLimit, bodyPatience, eventPause, webhook, pause, time);
    }
}
