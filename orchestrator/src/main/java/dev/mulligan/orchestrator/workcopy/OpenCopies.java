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

    private final Map<String, Open> open = new ConcurrentHashMap<>();

    /** A copy, and how it was made. */
    private record Open(WorkingCopy copy, Workspace workspace, String head, CopyRules rules) {}

    /**
     * A copy with the files of a tree: the one this program has, or a new one. What another program left is not taken
     * up, since nobody knows what its agent was doing to ignored files.
     */
    CopyFolder take(Workspace workspace, String name, String tree, String head, CopyRules rules) throws IOException {
        Open known = open.get(name);
        if (known == null) {
            return place(workspace, name, made(name, tree, workspace, head, rules), Optional.of(tree));
        }
        WorkingCopy copy = known.copy();
        try {
            if (head.equals("HEAD")) {
                copy.followHead();
            }
            copy.bring(tree);
        } catch (IOException damaged) {
            copy = renewed(name, tree, damaged);
        }
        return place(workspace, name, copy, Optional.of(tree));
    }

    /** A copy that could not be brought to the files it needs is made anew, in the same folder. */
    WorkingCopy renewed(String name, String tree, IOException damaged) throws IOException {
        Open known = open.get(name);
        if (known == null) {
            throw damaged;
        }
        log.debug("copy {} is made anew: {}", name, damaged.getMessage());
        known.copy().close();
        return made(name, tree, known.workspace(), known.head(), known.rules());
    }

    private WorkingCopy made(String name, String tree, Workspace workspace, String head, CopyRules rules)
            throws IOException {
        // A folder of this program's own: one that was given up for dead may wake up and still write to its copy.
        String own = name + "-" + ProcessHandle.current().pid();
        WorkingCopy made = workspace.workingCopies().renew(own, tree, head, rules);
        open.put(name, new Open(made, workspace, head, rules));
        return made;
    }

    /** The copy as it is, if this program has it open: for whoever brings it to the files it needs, if any. */
    Optional<CopyFolder> find(Workspace workspace, String name) throws IOException {
        Open known = open.get(name);
        return known == null ? Optional.empty() : Optional.of(place(workspace, name, known.copy(), Optional.empty()));
    }

    private CopyFolder place(Workspace workspace, String name, WorkingCopy copy, Optional<String> at)
            throws IOException {
        return new CopyFolder(this, name, copy, workspace.checkpoints().trees(), at);
    }

    void remove(String name) throws IOException {
        Optional<WorkingCopy> copy = Optional.ofNullable(open.remove(name)).map(Open::copy);
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
