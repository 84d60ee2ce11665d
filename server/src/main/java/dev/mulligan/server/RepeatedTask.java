package dev.mulligan.server;

import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Something done again and again beside the requests, on a thread of its own. A store that is away is waited for. */
final class RepeatedTask implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RepeatedTask.class);

    private final Thread walker;

    private RepeatedTask(Thread walker) {
        this.walker = walker;
    }

    static RepeatedTask every(Duration pause, String what, Runnable work) {
        return new RepeatedTask(Thread.ofVirtual().name("mulligan-" + what).start(() -> {
            try {
                while (true) {
                    once(what, work);
                    Thread.sleep(pause);
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static void once(String what, Runnable work) {
        try {
            work.run();
        } catch (StoreException away) {
            log.warn("The store could not be asked ({}): {}", what, away.getMessage());
        }
    }

    @Override
    public void close() {
        walker.interrupt();
    }
}
