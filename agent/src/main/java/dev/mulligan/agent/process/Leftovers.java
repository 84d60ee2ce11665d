package dev.mulligan.agent.process;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a tree of processes leaves behind when its head has ended, and the end of that. Processes come and go while it
 * looks, and one that went may have handed on to one it has not seen: it is done when a look found nothing and nothing
 * went under its eyes.
 */
final class Leftovers {

    /** On a machine where programs come and go all the time, each look is uncertain. */
    private static final int MOST_UNCERTAIN_LOOKS = 20;

    private final LiveProcesses all;
    private final ProcessTree tree;
    private final ProcessCalls calls;
    private final Set<Integer> dead = new HashSet<>();
    private boolean isFirstLook = true;
    private int uncertain;

    Leftovers(LiveProcesses all, ProcessTree tree, ProcessCalls calls) {
        this.all = all;
        this.tree = tree;
        this.calls = calls;
    }

    /** Ends what it sees: marked processes, adopted ones that can only be the tree's, and all they started. */
    boolean mustLookAgain() {
        Set<Integer> seen = new HashSet<>();
        boolean[] some = new boolean[1];
        boolean isWhole = calls.eachMarked(tree.mark(), ProcessTable.pids(), pid -> {
            seen.add(pid);
            // What hands on quickly is caught only by whoever does not look at the others first.
            some[0] |= !isFirstLook && isEnded(pid);
        });
        seen.addAll(all.adopted(tree));
        if (!seen.isEmpty()) {
            ProcessTable.descendants(ProcessTable.all(), seen).forEach(entry -> seen.add(entry.pid()));
        }
        for (int pid : seen) {
            some[0] |= isEnded(pid);
        }
        isFirstLook = false;
        uncertain = some[0] || isWhole ? 0 : uncertain + 1;
        return some[0] || (uncertain > 0 && uncertain < MOST_UNCERTAIN_LOOKS);
    }

    /** False for one that was known to be dead, and for one that is not to be ended. */
    private boolean isEnded(int pid) {
        if (tree.isLeader(pid)) {
            return false;
        }
        Optional<ProcessTable.Entry> entry = ProcessTable.entry(pid);
        if (entry.isEmpty()) {
            return dead.add(pid);
        }
        if (all.isInOurSession(entry.get())) {
            return false;
        }
        if (!entry.get().ended()) {
            calls.kill(pid);
            return true;
        }
        all.reapIfOurs(entry.get());
        return dead.add(pid);
    }
}
