package dev.mulligan.agent.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A small process beside this program that ends the groups of its children when this program is gone, however it went:
 * also after {@code kill -9}. The system itself ends only the head of each group then.
 */
final class GroupGuard {

    /** Reads which groups live; the end of its input is the end of the program that writes it. */
    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM
            live=' '
            while read -r sign group; do
                case $sign in
                    +) live="$live$group " ;;
                    -) case $live in *" $group "*) live="${live%% "$group" *} ${live#* "$group" }" ;; esac ;;
                esac
            done
            for group in $live; do kill -KILL "-$group" 2>/dev/null; done
            """;

    private static final Duration AT_EXIT = Duration.ofMillis(200);

    private final Optional<CLibrary> system;
    private final Set<Long> groups = new TreeSet<>();
    private Optional<Process> process = Optional.empty();
    private boolean useless;
    private boolean known;

    /** @param system without it the guard would end with the group of this program, so there is none */
    GroupGuard(Optional<CLibrary> system) {
        this.system = system;
    }

    /** Makes sure that it is there. Before a child starts, so that no time passes between that and its entry. */
    synchronized void begin() {
        if (useless || system.isEmpty() || process.filter(Process::isAlive).isPresent()) {
            return;
        }
        try {
            Process started = SpawnedProcess.start(
                    system.get(), Shell.FILE, List.of(Shell.NAME, "-c", SCRIPT), Map.of("PATH", Shell.PATH), "/");
            started.getInputStream().close();
            started.getErrorStream().close();
            process = Optional.of(started);
            groups.forEach(group -> tell("+", group));
        } catch (IOException noShell) {
            // What is left after a crash is ended by the next start.
            useless = true;
        }
    }

    /** Whether it has been at work for a while: then a child needs nothing else that ends it with this program. */
    synchronized boolean isKnownToWork() {
        return known && process.filter(Process::isAlive).isPresent();
    }

    /** Whether a process is the guard itself. */
    synchronized boolean is(int pid) {
        return process.filter(guard -> guard.pid() == pid).isPresent();
    }

    /** From now on a group that must not outlive this program. */
    synchronized void add(long group) {
        groups.add(group);
        tell("+", group);
        known = true;
    }

    synchronized void remove(long group) {
        if (groups.remove(group)) {
            tell("-", group);
        }
    }

    /**
     * Lets it end, which it does not need to be told when this program is gone. But Java waits a third of a second for the
     * thread that waits for it.
     */
    synchronized void end() {
        useless = true;
        if (process.isEmpty()) {
            return;
        }
        try {
            process.get().getOutputStream().close();
            boolean ignored = process.get().waitFor(AT_EXIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException gone) {
            // Then it has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process = Optional.empty();
    }

    private void tell(String sign, long group) {
        if (process.isEmpty()) {
            return;
        }
        try {
            OutputStream to = process.get().getOutputStream();
            to.write((sign + " " + group + "\n").getBytes(StandardCharsets.US_ASCII));
            to.flush();
        } catch (IOException gone) {
            // The next start makes another one, which is told all groups again.
            process = Optional.empty();
        }
    }
}
