package dev.mulligan.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Notes on the disk which processes run for this program, so that after a {@code kill -9} the next start can end what the
 * killed one left behind. One small file per process, written when it starts and removed when all of it has ended.
 */
public final class ProcessRecord {

    private static final String END = ".process";
    private static final int MOST_ROUNDS = 200;
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(7);

    private static final String MACHINE = machine();

    private final Path file;

    private ProcessRecord(Path file) {
        this.file = file;
    }

    /**
     * Says what is about to run; before it does, so that there is no moment in which nobody knows. When it cannot be
     * written the process runs all the same: it only would not be found later.
     */
    static ProcessRecord write(Path folder, long mark) {
        int self = (int) ProcessHandle.current().pid();
        String text = "machine=" + MACHINE + "\nowner=" + self + " " + startOf(self) + "\nmark=" + mark + "\n";
        ProcessRecord record = new ProcessRecord(folder.resolve(Long.toHexString(mark) + END));
        try {
            record.write(text);
        } catch (NoSuchFileException missing) {
            record.writeInNewFolder(text);
        } catch (IOException e) {
            return record;
        }
        return record;
    }

    private void writeInNewFolder(String text) {
        try {
            Path folder = Objects.requireNonNull(file.getParent());
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            write(text);
        } catch (IOException | UnsupportedOperationException e) {
            // As above: it only would not be found later.
        }
    }

    /** Where a process cannot be marked it is found by its number. */
    void started(Process process) {
        int pid = (int) process.pid();
        try {
            Files.writeString(file, "process=" + pid + " " + startOf(pid) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            // As above.
        }
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next start finds that nothing of it runs.
        }
    }

    /**
     * Ends what programs that are gone have left running, and forgets it. What belongs to one that still runs is left
     * alone, and so is what was noted on another machine that shares the folder.
     *
     * @return how many processes were ended
     */
    public static int endLeftovers(Path folder) {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(END)).toList();
        } catch (IOException e) {
            return 0;
        }
        int ended = 0;
        for (Path file : files) {
            ended += read(file).map(Noted::end).orElse(0);
        }
        return ended;
    }

    /** This start of this machine, and the world of pids that this program lives in. */
    private static String machine() {
        String pids = "";
        try {
            pids = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            // Not Linux: nothing is ended there by its number.
        }
        return ProcessTable.read("/proc/sys/kernel/random/boot_id").strip() + " " + pids;
    }

    private static long startOf(int pid) {
        return ProcessTable.entry(pid).map(ProcessTable.Entry::started).orElse(0L);
    }

    private static Optional<Noted> read(Path file) {
        try {
            Map<String, String> fields = new HashMap<>();
            for (String line :
                    Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
                int sign = line.indexOf('=');
                fields.put(line.substring(0, Math.max(0, sign)), line.substring(sign + 1));
            }
            return Optional.of(new Noted(
                    file,
                    fields.getOrDefault("machine", ""),
                    Numbered.of(fields.getOrDefault("owner", "")),
                    Numbered.of(fields.getOrDefault("process", "")),
                    Long.parseLong(fields.getOrDefault("mark", "0"))));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A process by number and start: a number alone is given out again. */
    private record Numbered(int pid, long started) {

        static Numbered of(String text) {
            String[] parts = text.split(" ", 2);
            return parts.length == 2
                    ? new Numbered(Integer.parseInt(parts[0]), Long.parseLong(parts[1]))
                    : new Numbered(0, 0);
        }

        boolean isRunning() {
            return started > 0
                    && ProcessTable.entry(pid)
                            .filter(entry -> !entry.ended() && entry.started() == started)
                            .isPresent();
        }
    }

    private record Noted(Path file, String machine, Numbered owner, Numbered process, long mark) {

        int end() {
            boolean here = machine.equals(MACHINE);
            if (here && owner.isRunning()) {
                return 0;
            }
            if (!here) {
                if (isForgotten()) {
                    new ProcessRecord(file).remove();
                }
                return 0;
            }
            Set<Integer> ended = new HashSet<>();
            for (int round = 0; round < MOST_ROUNDS; round++) {
                List<Integer> found = running();
                if (found.isEmpty()) {
                    new ProcessRecord(file).remove();
                    break;
                }
                found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
                ended.addAll(found);
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
            return ended.size();
        }

        private boolean isForgotten() {
            try {
                return Files.getLastModifiedTime(file)
                        .toInstant()
                        .isBefore(Instant.now().minus(FORGOTTEN_AFTER));
            } catch (IOException e) {
                return false;
            }
        }

        private List<Integer> running() {
            List<Integer> roots = new ArrayList<>();
            if (process.isRunning()) {
                roots.add(process.pid());
            }
            if (mark != 0) {
                ProcessCalls.system().ifPresent(calls -> roots.addAll(calls.marked(mark, ProcessTable.pids())));
            }
            Set<Integer> all = new HashSet<>(roots);
            ProcessTable.descendants(ProcessTable.all(), roots).forEach(entry -> all.add(entry.pid()));
            Set<Integer> spared = ProcessTable.ourselves();
            return all.stream()
                    .filter(pid -> !spared.contains(pid) && ProcessTable.isRunning(pid))
                    .toList();
        }
    }
}
