package dev.mulligan.server;

import dev.mulligan.Time;
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
 * @param climbs whether the gateway may change models by itself
 */
public record ServerSettings(
        Optional<Path> runFolder,
        RunActions actions,
        Set<String> hosts,
        boolean climbs,
        int bodyLimit,
        Duration bodyPatience,
        Duration eventPause,
        Time time) {

    public ServerSettings {
        hosts = Set.copyOf(hosts);
    }

    public static ServerSettings standard() {
        return new ServerSettings(
                Optional.empty(),
                RunActions.NOBODY,
                Set.of(),
                false,
                1 << 20,
                Duration.ofSeconds(15),
                Duration.ofMillis(250),
                Time.system());
    }

    public ServerSettings runFolder(Path folder) {
        return new ServerSettings(
                Optional.of(folder), actions, hosts, climbs, bodyLimit, bodyPatience, eventPause, time);
    }

    public ServerSettings actions(RunActions newActions) {
        return new ServerSettings(runFolder, newActions, hosts, climbs, bodyLimit, bodyPatience, eventPause, time);
    }

    public ServerSettings hosts(Set<String> names) {
        return new ServerSettings(runFolder, actions, names, climbs, bodyLimit, bodyPatience, eventPause, time);
    }

    public ServerSettings climbing(boolean on) {
        return new ServerSettings(runFolder, actions, hosts, on, bodyLimit, bodyPatience, eventPause, time);
    }
}
