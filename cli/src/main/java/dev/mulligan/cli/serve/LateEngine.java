package dev.mulligan.cli.serve;

import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.server.run.RunActions.RefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine of a server that starts although its store is away: it takes runs up when the store is back. */
final class LateEngine implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LateEngine.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final EngineSetup setup;
    private @Nullable Engine engine;
    private @Nullable Thread waiting;
    private boolean closed;

    private LateEngine(EngineSetup setup) {
        this.setup = setup;
    }

    static LateEngine start(EngineSetup setup) {
        LateEngine late = new LateEngine(setup);
        if (setup.store().isThere()) {
            late.begin();
        } else {
            late.waiting =
                    Thread.ofPlatform().daemon().name("mulligan-late-engine").start(late::await);
        }
        return late;
    }

    private void await() {
        try {
            while (!setup.store().isThere()) {
                Thread.sleep(LOOK_EVERY);
            }
            begin();
            log.info("The store is there: runs go on");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin() {
        if (!closed) {
            engine = Engine.start(setup);
        }
    }

    synchronized Engine engine() {
        Engine started = engine;
        if (started == null) {
            throw new RefusedException("the store is away; runs go on when it is back");
        }
        return started;
    }

    @Override
    public synchronized void close() {
        closed = true;
        Thread thread = waiting;
        if (thread != null) {
            thread.interrupt();
        }
        Engine started = engine;
        if (started != null) {
            started.close();
        }
    }
}
