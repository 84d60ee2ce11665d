package dev.mulligan.agent.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All processes that run for this program now. It adopts what they leave behind: on Linux a daemon whose parent has ended
 * becomes our child instead of init's, so it can be found, and must be reaped here when it ends.
 *
 * <p>Process-wide, because adopting is a property of the whole process.
 */
final class LiveProcesses {

    private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
    /** Java asks for the exit code of its own children at once; nobody asks for that of one that lies longer. */
    private static final Duration NOBODYS_AFTER = Duration.ofSeconds(30);

    private static final Duration GRACE_AT_EXIT = Duration.ofMillis(500);

    private static final Duration ORDER = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(20);

    private static final LiveProcesses ALL = new LiveProcesses();

    /** Held while a process is started and entered, and while orphans are looked at: else a new child looks like one. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Set<ProcessTree> trees = new HashSet<>();
    private final Set<Integer> leaders = new HashSet<>();
    private final Map<Integer, Long> lyingSince = new HashMap<>();
    private final Optional<ProcessCalls> calls = ProcessCalls.system();
    private final int self = (int) ProcessHandle.current().pid();
    private final int session =
            ProcessTable.entry(self).map(ProcessTable.Entry::session).orElse(self);
    private final GroupGuard guard = new GroupGuard(ProcessStarter.system());
    private final boolean adopting;
    private boolean ending;
    private int orderly;

    private LiveProcesses() {
        this.adopting = calls.isPresent() && calls.get().adoptOrphans();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::endAll));
        if (adopting) {
            Thread.ofPlatform().daemon().name("mulligan-reaper").start(this::reapForEver);
        }
    }

    static LiveProcesses all() {
        return ALL;
    }

    interface Start {
        Process make() throws Exception;
    }

    /** Starts a process as the head of {@code tree}; all that comes of it carries the tree's mark. */
    Process start(ProcessTree tree, Start start) throws Exception {
        lock.lock();
        try {
            if (ending) {
                throw new IOException("the program is ending");
            }
            guard.begin();
            long own = calls.map(ProcessCalls::ownMark).orElse(0L);
            boolean marked = calls.isPresent() && calls.get().markOwn(tree.mark());
            Process process;
            try {
                process = start.make();
            } finally {
                if (marked) {
                    calls.get().markOwn(own);
                }
            }
            int pid = (int) process.pid();
            tree.startedAs(process, marked);
            trees.add(tree);
            leaders.add(pid);
            if (ProcessStarter.hasGroups()) {
                guard.add(pid);
            }
            var ignored = process.onExit().thenRun(() -> locked(() -> leaders.remove(pid)));
            return process;
        } finally {
            lock.unlock();
        }
    }

    /** Whether children end with this program, however it ends, without doing anything for it themselves. */
    boolean isGuarded() {
        return guard.isKnownToWork();
    }

    void ended(ProcessTree tree) {
        locked(() -> trees.remove(tree));
        guard.remove(tree.process().pid());
    }

    /** Nothing where Java may not ask Linux. */
    Optional<Leftovers> leftovers(ProcessTree tree) {
        return calls.map(system -> new Leftovers(this, tree, system));
    }

    /** Adopted ones that can only come from {@code tree}. */
    List<Integer> adopted(ProcessTree tree) {
        List<Integer> found = new ArrayList<>();
        if (adopting && calls.orElseThrow().children() != ProcessCalls.Children.NONE) {
            locked(() -> ProcessTable.mayBeAdoptedBy(self).stream()
                    .filter(entry -> isAdopted(entry) && belongs(entry, tree))
                    .forEach(entry -> found.add(entry.pid())));
        }
        return found;
    }

    boolean isInOurSession(ProcessTable.Entry entry) {
        return entry.session() == session;
    }

    void reapIfOurs(ProcessTable.Entry ended) {
        if (ended.parent() == self) {
            boolean ignored = calls.orElseThrow().reap(ended.pid());
        }
    }

    /** What Java itself starts stays in our session; what is started here leads one of its own and is entered. */
    private boolean isAdopted(ProcessTable.Entry entry) {
        return entry.parent() == self
                && !isInOurSession(entry)
                && !leaders.contains(entry.pid())
                && !guard.is(entry.pid());
    }

    /** One without a mark is the tree's when it is younger and no other tree that still runs could have started it. */
    private boolean belongs(ProcessTable.Entry entry, ProcessTree tree) {
        Optional<ProcessTree> named =
                trees.stream().filter(other -> names(other, entry.pid())).findFirst();
        if (named.isPresent()) {
            return named.get() == tree;
        }
        return tree.startedBefore(entry)
                && trees.stream().noneMatch(other -> other != tree && other.startedBefore(entry));
    }

    private boolean names(ProcessTree tree, int pid) {
        boolean marked =
                !calls.orElseThrow().marked(tree.mark(), new int[] {pid}).isEmpty();
        return marked || ProcessTable.environment(pid).contains(tree.variable());
    }

    private void reapForEver() {
        while (true) {
            LockSupport.parkNanos(SWEEP_EVERY.toNanos());
            if (calls.orElseThrow().children() == ProcessCalls.Children.ENDED) {
                locked(this::reap);
            }
        }
    }

    /** An agent may leave thousands of short programs behind in an hour; each would keep its number until we end. */
    private void reap() {
        Map<Integer, Long> lying = new HashMap<>();
        for (ProcessTable.Entry entry : ProcessTable.all()) {
            if (entry.parent() != self || !entry.ended() || leaders.contains(entry.pid()) || guard.is(entry.pid())) {
                continue;
            }
            long since = lyingSince.getOrDefault(entry.pid(), System.nanoTime());
            boolean nobodys = System.nanoTime() - since > NOBODYS_AFTER.toNanos();
            if (isAdopted(entry) || nobodys) {
                calls.orElseThrow().reap(entry.pid());
            } else {
                lying.put(entry.pid(), since);
            }
        }
        lyingSince.clear();
        lyingSince.putAll(lying);
    }

    /** Somebody will end what runs, in good order, before the program is gone. */
    void expectOrder(int more) {
        locked(() -> orderly += more);
    }

    private boolean waitsForOrder() {
        boolean[] waits = new boolean[1];
        locked(() -> waits[0] = orderly > 0 && !trees.isEmpty());
        return waits[0];
    }

    /** The last resort: an agent that was simply killed looks like one that failed. */
    private void endAll() {
        long patience = System.nanoTime() + ORDER.toNanos();
        while (waitsForOrder() && System.nanoTime() < patience) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
        List<ProcessTree> running = new ArrayList<>();
        locked(() -> {
            ending = true;
            running.addAll(trees);
        });
        running.forEach(ProcessTree::ask);
        long until = System.nanoTime() + GRACE_AT_EXIT.toNanos();
        running.forEach(tree -> tree.await(until));
        running.forEach(ProcessTree::endRest);
        guard.end();
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
