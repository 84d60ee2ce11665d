package dev.mulligan.agent.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of this machine as {@code /proc} tells them; none where there is no such folder. Read by plain streams:
 * a channel is closed under a thread that has been interrupted, and that is when processes must be ended.
 */
final class ProcessTable {

    private static final File FOLDER = new File("/proc");
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int STARTED = 19;

    private ProcessTable() {}

    /**
     * One process.
     *
     * @param started in clock ticks since the machine started; with the pid it names a process for good
     */
    record Entry(int pid, int parent, int session, boolean ended, long started) {}

    static int[] pids() {
        String[] names = FOLDER.list();
        return names == null
                ? new int[0]
                : Arrays.stream(names)
                        .filter(name -> name.charAt(0) >= '1' && name.charAt(0) <= '9')
                        .mapToInt(Integer::parseInt)
                        .toArray();
    }

    static List<Entry> all() {
        List<Entry> entries = new ArrayList<>();
        for (int pid : pids()) {
            entry(pid).ifPresent(entries::add);
        }
        return entries;
    }

    /**
     * Those that may have been adopted by a program: the system gives orphans to its first thread, whose children stand
     * in one small file. Where there is no such file, all.
     */
    static List<Entry> mayBeAdoptedBy(int pid) {
        String file = FOLDER + "/" + pid + "/task/" + pid + "/children";
        if (!new File(file).exists()) {
            return all();
        }
        List<Entry> entries = new ArrayList<>();
        for (String child : read(file).strip().split(" ", -1)) {
            if (!child.isEmpty()) {
                entry(Integer.parseInt(child)).ifPresent(entries::add);
            }
        }
        return entries;
    }

    /** Empty for a process that is gone. */
    static Optional<Entry> entry(int pid) {
        String text = read(FOLDER + "/" + pid + "/stat");
        // A program may have any name, also one with blanks and brackets.
        int name = text.lastIndexOf(") ");
        if (name < 0) {
            return Optional.empty();
        }
        String[] fields = text.substring(name + 2).split(" ", STARTED + 2);
        if (fields.length <= STARTED) {
            return Optional.empty();
        }
        boolean ended = fields[0].equals("Z") || fields[0].equals("X");
        return Optional.of(new Entry(
                pid,
                Integer.parseInt(fields[PARENT]),
                Integer.parseInt(fields[SESSION]),
                ended,
                Long.parseLong(fields[STARTED])));
    }

    static boolean exists(int pid) {
        return new File(FOLDER, String.valueOf(pid)).exists();
    }

    static boolean isRunning(int pid) {
        return entry(pid).filter(entry -> !entry.ended()).isPresent();
    }

    /** The environment it was started with, {@code NAME=value}; empty when it is not ours to read. */
    static List<String> environment(int pid) {
        return List.of(read(FOLDER + "/" + pid + "/environ").split("\0"));
    }

    static List<Entry> descendants(List<Entry> all, Collection<Integer> roots) {
        Set<Integer> family = new HashSet<>(roots);
        List<Entry> found = new ArrayList<>();
        boolean grew = true;
        while (grew) {
            grew = false;
            for (Entry entry : all) {
                if (family.contains(entry.parent()) && family.add(entry.pid())) {
                    found.add(entry);
                    grew = true;
                }
            }
        }
        return found;
    }

    /** This program and those that started it: never to be ended, whatever they carry. */
    static Set<Integer> ourselves() {
        Set<Integer> pids = new HashSet<>();
        Optional<Entry> at = entry((int) ProcessHandle.current().pid());
        while (at.isPresent() && pids.add(at.get().pid())) {
            at = entry(at.get().parent());
        }
        return pids;
    }

    static String read(String file) {
        try (InputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
