package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.copy.WorkingCopy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Working copies that this program has open. One lasts as long as its run: making it anew would cost more than a step. */
public final class OpenCopies implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OpenCopies.class);

    private final Map<String, WorkingCopy> open = new ConcurrentHashMap<>();

    /**
     * A copy with the files of a tree: the one this program has, or a new one. What another program left is not taken
     * up, since nobody knows what its agent was doing to ignored files.
     */
    CopyFolder take(Workspace workspace, String name, String tree, String head, CopyRules rules) throws IOException {
        WorkingCopy known = open.get(name);
        if (known != null) {
            try {
                if (head.equals("HEAD")) {
                    known.followHead();
                }
                known.bring(tree);
                return place(workspace, name, known, Optional.of(tree));
            } catch (IOException damaged) {
                log.debug("copy {} is made anew: {}", name, damaged.getMessage());
                known.close();
            }
        }
        // A folder of this program's own: one that was given up for dead may wake up and still write to its copy.
        String own = name + "-" + ProcessHandle.current().pid();
        WorkingCopy made = workspace.workingCopies().renew(own, tree, head, rules);
        open.put(name, made);
        return place(workspace, name, made, Optional.of(tree));
    }

    /** The copy as it is, if this program has it open: for whoever brings it to the files it needs, if any. */
    Optional<CopyFolder> find(Workspace workspace, String name) throws IOException {
        WorkingCopy known = open.get(name);
        return known == null ? Optional.empty() : Optional.of(place(workspace, name, known, Optional.empty()));
    }

    private CopyFolder place(Workspace workspace, String name, WorkingCopy copy, Optional<String> at)
            throws IOException {
        return new CopyFolder(this, name, copy, workspace.checkpoints().trees(), at);
    }

    void remove(String name) throws IOException {
        Optional<WorkingCopy> copy = Optional.ofNullable(open.remove(name));
        if (copy.isPresent()) {
            copy.get().remove();
        }
    }

    /** All copies of a run. */
    void removeRun(String runId) {
        open.keySet().stream()
                .filter(name -> name.equals(runId) || name.startsWith(runId + "-"))
                .toList()
                .forEach(this::tryRemove);
    }

    private void tryRemove(String name) {
        try {
            remove(name);
        } catch (IOException e) {
            log.warn("the working copy {} could not be removed: {}", name, e.getMessage());
        }
    }

    @Override
    public void close() {
        List.copyOf(open.keySet()).forEach(this::tryRemove);
    }
}
