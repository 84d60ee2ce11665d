package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.plan.Isolation;
import dev.mulligan.orchestrator.plan.Origin;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanGraph;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.TransferRepository;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Finds or makes the place a run works in, on this machine. */
public final class RunWorkspaces implements WorkspaceSource, AutoCloseable {

    private final OpenWorkspaces workspaces;
    private final Flows flows;
    private final GitTransport post;
    private final OpenCopies copies;
    private final WorkspaceLeases leases = new WorkspaceLeases();
    private final Set<String> tidied = ConcurrentHashMap.newKeySet();
    private final Set<String> begun = new HashSet<>();

    public RunWorkspaces(OpenWorkspaces workspaces, Flows flows, GitTransport post, OpenCopies copies) {
        this.workspaces = workspaces;
        this.flows = flows;
        this.post = post;
        this.copies = copies;
    }

    /** Copies of a repository cost little and are known to hold all that counts; of a plain folder nobody knows that. */
    public static boolean isInPlace(Plan plan, Workspace workspace) {
        return plan.isolation().orElse(workspace.isRepository() ? Isolation.COPY : Isolation.NONE) == Isolation.NONE;
    }

    /** The run is over: what was made for it alone goes. */
    @Override
    public synchronized void leave(String runId) {
        begun.remove(runId);
        copies.removeRun(runId);
        leases.release(runId);
    }

    /**
     * Another program may have ended a run that was begun here, or taken it over: then nothing is kept for it. Nobody
     * begins to work meanwhile.
     *
     * @param isWorkedOn whether something is done here for a run right now
     */
    public synchronized void leaveEnded(Predicate<String> isWorkedOn) {
        for (String runId : List.copyOf(begun)) {
            if (isWorkedOn.test(runId)) {
                continue;
            }
            switch (flows.status(runId).orElse(RunStatus.STOPPED)) {
                case RUNNING, HELD, ENDING -> {}
                // Whoever resumes it may be another program; its copy is still good then.
                case PAUSED -> leases.release(runId);
                case PASSED, FAILED, STOPPED -> leave(runId);
            }
        }
    }

    /** Whether the run may work there now: in place only one may. */
    @Override
    public synchronized boolean mayWork(RunWorkspace workspace, String runId, Instant now) throws IOException {
        begun.add(runId);
        return !(workspace instanceof LocalRunWorkspace local)
                || !workspace.inPlace()
                || leases.hold(local.workspace().root(), runId, now);
    }

    @Override
    public void close() {
        copies.close();
        leases.close();
    }

    /** For a step that stands where its journal says. */
    @Override
    public RunWorkspace of(RunScope run, String stepId, List<JournalEntry> journal, String base)
            throws IOException, InterruptedException {
        if (run.plan().origin().isEmpty()) {
            return local(run);
        }
        Set<String> trees = new LinkedHashSet<>();
        journal.forEach(entry -> trees.addAll(entry.trees()));
        trees.add(base);
        return travelling(run, stepId + ": " + firstLine(run.step(stepId).step().prompt()), trees);
    }

    private LocalRunWorkspace local(RunScope run) throws IOException {
        Workspace workspace = workspaces.open(run.plan().workspace());
        tidy(workspace);
        boolean parallel = PlanGraph.of(run.plan().steps()).isParallel();
        boolean inPlace = !parallel && isInPlace(run.plan(), workspace);
        return LocalRunWorkspace.of(
                workspace,
                inPlace,
                !parallel,
                copies,
                run.copyRules(),
                inPlace ? guarded(run.plan()) : ForbiddenPaths.NOTHING);
    }

    private static ForbiddenPaths guarded(Plan plan) {
        return new ForbiddenPaths(plan.steps().stream()
                .flatMap(step -> step.rules().forbid().stream())
                .distinct()
                .toList());
    }

    /** For the whole of a run. */
    @Override
    public RunWorkspace whole(RunScope run) throws IOException, InterruptedException {
        return run.plan().origin().isEmpty()
                ? local(run)
                : travelling(run, run.plan().name(), Set.of());
    }

    private RemoteRunWorkspace travelling(RunScope run, String title, Set<String> trees)
            throws IOException, InterruptedException {
        Origin origin = run.plan().origin().orElseThrow();
        RunResultRef head = RunResultRef.of(flows, run.runId())
                .orElseThrow(() -> new IllegalStateException("run " + run.runId() + " has no files to start from"));
        TransferRepository hub = TransferRepository.open(origin.git());
        Set<String> needed = new LinkedHashSet<>(trees);
        needed.add(head.commit());
        needed.remove("");
        if (!hub.has(needed)) {
            post.carry("fetching files", () -> {
                hub.receive(run.runId());
                return true;
            });
        }
        Workspace workspace = workspaces.open(hub.folder());
        tidy(workspace);
        return new RemoteRunWorkspace(run.runId(), title, post, hub, workspace, head, copies);
    }

    /** Copies of workers that were killed here; their steps may have gone on elsewhere. */
    private void tidy(Workspace workspace) throws IOException {
        if (tidied.add(workspace.root().toString())) {
            workspace.workingCopies().removeOrphans();
        }
    }

    /** The files a new run starts from, from now on for every worker. */
    public RunResultRef begin(String runId, Origin origin) throws IOException, InterruptedException {
        TransferRepository hub = TransferRepository.open(origin.git());
        String commit = post.carry("fetching " + origin.ref(), () -> hub.fetch(origin.ref()));
        RunResultRef head = new RunResultRef(commit, hub.tree(commit));
        post.carry("sending files", () -> {
            hub.send(runId, commit, List.of(commit), List.of());
            return true;
        });
        return head;
    }

    /** Puts the result on a branch of its own, and tidies up what was only carried. */
    @Override
    public String publish(RunScope run) throws IOException, InterruptedException {
        TransferRepository hub =
                TransferRepository.open(run.plan().origin().orElseThrow().git());
        RunResultRef head = RunResultRef.of(flows, run.runId()).orElseThrow();
        String branch = "mulligan/" + run.runId();
        return post.carry("publishing the result", () -> {
            hub.publish(branch, head.commit());
            hub.forget(run.runId(), head.commit());
            return branch;
        });
    }

    private static String firstLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("")
                .strip();
    }
}
