package dev.mulligan.cli.driver;

import dev.mulligan.Recovery;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code Recovery.runAsync}. */
class AsyncDriverTest extends LibraryDriverTest {

    @Override
    void carryOut(Recovery recovery, AtomicInteger calls, List<Act> acts) throws InterruptedException {
        try {
            recovery.runAsync(attempt -> act(attempt, calls, acts)).get();
        } catch (ExecutionException e) {
            // The events tell how it ended.
        }
    }
}
