package dev.mulligan.orchestrator.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Processes that work for a step carry its name in their environment, and so does all they start. Whoever takes the
 * step over on the same machine ends them first: a frozen worker's agent would go on changing the same files, and what
 * the agent of a killed worker had started outlives it. Where there is no {@code /proc}, nothing is found.
 */
public final class LeftoverProcesses {

    private static final String NAME = "MULLIGAN_STEP";
    private static final Path PROCESSES = Path.of("/proc");
    private static final int MOST_ROUNDS = 5;

    private LeftoverProcesses() {}

    public static Map<String, String> marked(Map<String, String> environment, String runId, String stepId) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(NAME, runId + "/" + stepId);
        return more;
    }

    /** More than one round: what is being ended may just have started something. */
    public static int end(String runId, String stepId) {
        int ended = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<ProcessHandle> found = find(runId + "/" + stepId);
            if (found.isEmpty()) {
                break;
            }
            found.forEach(ProcessHandle::destroyForcibly);
            ended += found.size();
        }
        return ended;
    }

    private static List<ProcessHandle> find(String step) {
        if (!Files.isDirectory(PROCESSES)) {
            return List.of();
        }
        Set<Long> spared = ourselves();
        String wanted = NAME + "=" + step;
        return ProcessHandle.allProcesses()
                .filter(process -> !spared.contains(process.pid()) && carries(process.pid(), wanted))
                .toList();
    }

    /** This program may itself have been started by a step. */
    private static Set<Long> ourselves() {
        Set<Long> pids = new HashSet<>();
        Optional<ProcessHandle> at = Optional.of(ProcessHandle.current());
        while (at.isPresent() && pids.add(at.get().pid())) {
            at = at.get().parent();
        }
        return pids;
    }

    private static boolean carries(long pid, String wanted) {
        try {
            String all = Files.readString(
                    PROCESSES.resolve(String.valueOf(pid)).resolve("environ"), StandardCharsets.ISO_8859_1);
            return Arrays.asList(all.split("\0", -1)).contains(wanted);
        } catch (IOException e) {
            // Somebody else's, or gone meanwhile.
            return false;
        }
    }
}
