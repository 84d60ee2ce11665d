package dev.mulligan.store.sql;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;

/** {@code host:pid:start:any}: says where a worker is, and lets others of the same machine see whether it still lives. */
public final class WorkerName {

    private WorkerName() {}

    public static String own() {
        ProcessHandle own = ProcessHandle.current();
        return host() + ":" + own.pid() + ":" + start(own) + ":"
                + UUID.randomUUID().toString().substring(0, 6);
    }

    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static long start(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(instant -> instant.toEpochMilli())
                .orElse(0L);
    }

    /** True only when it was of this machine and is certainly gone. */
    public static boolean isDeadHere(String name) {
        String[] parts = name.split(":", -1);
        if (parts.length != 4 || !parts[0].equals(host())) {
            return false;
        }
        try {
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(parts[1]));
            return process.isEmpty() || !process.get().isAlive() || start(process.get()) != Long.parseLong(parts[2]);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
