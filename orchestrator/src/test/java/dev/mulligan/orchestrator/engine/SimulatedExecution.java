package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.CurrentlyExecuting;
import com.github.kagkarlsson.scheduler.task.Execution;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/**
 * Work of one worker on a thread of its own, which runs only while the world waits for it. So exactly one thread runs at
 * any time, and which one is the seed's choice.
 */
final class SimulatedExecution {

    /** A program that was killed: no code of ours catches it. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private final SimulatedWorld world;
    final SimulatedWorker worker;
    private final Execution picked;
    private final CurrentlyExecuting current;
    private final Semaphore go = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private final Thread thread;
    private Instant lastBeat;
    private Instant sleepsUntil = Instant.MIN;
    private boolean over;
    private boolean agentEnded;
    private String at = "start";

    SimulatedExecution(
            SimulatedWorld world, SimulatedWorker worker, Execution picked, CurrentlyExecuting current, Runnable work) {
        this.world = world;
        this.worker = worker;
        this.picked = picked;
        this.current = current;
        this.lastBeat = world.now();
        this.thread = Thread.ofVirtual().unstarted(() -> {
            go.acquireUninterruptibly();
            try {
                work.run();
            } catch (Killed _) {
                // Its effects end here.
            } catch (RuntimeException | Error broken) {
                world.broken(broken);
            } finally {
                over = true;
                back.release();
            }
        });
    }

    void start() {
        thread.start();
        resume();
    }

    /** Lets it run to its next point. */
    void resume() {
        world.running(this);
        go.release();
        back.acquireUninterruptibly();
        world.nobodyRuns();
    }

    /** Called by the work itself: everybody else may act now. */
    void pause(String where) {
        at = where;
        back.release();
        go.acquireUninterruptibly();
    }

    void pauseUntil(Instant wakes) {
        sleepsUntil = wakes;
        pause("sleep");
    }

    boolean isReady() {
        return !over && worker.isAble() && !world.now().isBefore(sleepsUntil);
    }

    Instant sleepsUntil() {
        return sleepsUntil;
    }

    /** The process of its agent, if there is one, is ended by another worker. */
    void endAgent() {
        agentEnded = true;
    }

    void agentStarts() {
        agentEnded = false;
    }

    boolean isAgentEnded() {
        return agentEnded;
    }

    boolean isOver() {
        return over;
    }

    Execution picked() {
        return picked;
    }

    CurrentlyExecuting current() {
        return current;
    }

    Instant lastBeat() {
        return lastBeat;
    }

    void beaten(Instant now) {
        lastBeat = now;
    }

    @Override
    public String toString() {
        return worker.name + ":" + picked.getId() + "@" + at;
    }
}
