package dev.mulligan.server;

import dev.mulligan.Time;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What the dashboard needs beside the gateway and the store.
 *
 * @param runFolder where runs keep their files, {@code .mulligan/runs}
 * @param hosts names under which it may be reached beside {@code localhost} and addresses: others are refused, since a
 *     page on the web could point its own name here
 * @param bodyLimit bytes a body may have
 * @param bodyPatience how long a request may take to arrive
 * @param alertWebhook who is told when a rate crosses its threshold
 */
public record ServerSettings(
        Optional<Path> runFolder,
        RunActions actions,
        Set<String> hosts,
        int bodyLimit,
        Duration bodyPatience,
        Duration eventPause,
        Optional<URI> alertWebhook,
        Duration alertPause,
        Time time) {

    public ServerSettings {
        hosts = Set.copyOf(hosts);
    }

    public static ServerSettings standard() {
        return new ServerSettings(
                Optional.empty(),
                RunActions.NOBODY,
                Set.of(),
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
                hosts,
                bodyLimit,
                bodyPatience,
                eventPause,
                alertWebhook,
                alertPause,
                time);
    }

    public ServerSettings actions(RunActions newActions) {
        return new ServerSettings(
                runFolder, newActions, hosts, bodyLimit, bodyPatience, eventPause, alertWebhook, alertPause, time);
    }

    public ServerSettings hosts(Set<String> names) {
        return new ServerSettings(
                runFolder, actions, names, bodyLimit, bodyPatience, eventPause, alertWebhook, alertPause, time);
    }

    public ServerSettings bodies(int limit, Duration patience) {
        return new ServerSettings(
                runFolder, actions, hosts, limit, patience, eventPause, alertWebhook, alertPause, time);
    }

    /** {@code pause}: between two looks at the rates. */
    public ServerSettings alerts(Optional<URI> webhook, Duration pause) {
        return new ServerSettings(runFolder, actions, hosts, bodyLimit, bodyPatience, eventPause, webhook, pause, time);
    }
}
