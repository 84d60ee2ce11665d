package dev.mulligan.workspace.copy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Who uses a worktree: the process and when it started, since process numbers are used again. */
record CopyLease(long pid, long startedAtMillis, String base) {
    static CopyLease own(String base) {
        ProcessHandle self = ProcessHandle.current();
        return new CopyLease(self.pid(), started(self), base);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, pid + "\n" + startedAtMillis + "\n" + base + "\n", StandardCharsets.UTF_8);
    }

    /** A lease that cannot be read belongs to nobody. */
    static CopyLease read(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        try {
            return lines.size() < 3
                    ? new CopyLease(-1, 0, "")
                    : new CopyLease(Long.parseLong(lines.get(0)), Long.parseLong(lines.get(1)), lines.get(2));
        } catch (NumberFormatException damaged) {
            return new CopyLease(-1, 0, "");
        }
    }

    boolean isHeld() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> started(process) == startedAtMillis)
                .isPresent();
    }
}
