package dev.mulligan.store;

import dev.mulligan.record.StepEvent.IterationStarted;
import dev.mulligan.store.trace.Recorded;
import java.time.Instant;

/** Writes events until it is killed, and says on standard output which of them were acknowledged. */
public final class CrashWriter {

    private CrashWriter() {}

    public static void main(String[] args) throws InterruptedException {
        String run = args[1];
        try (EventStore store = EventStore.open(args[0]);
                EventWriter writer = store.writer()) {
            System.out.println("open");
            for (int i = 1; ; i++) {
                int seq = i;
                Recorded event = new Recorded(run, i, Instant.ofEpochMilli(i), new IterationStarted("s", i));
                writer.submit(event).thenRun(() -> {
                    synchronized (CrashWriter.class) {
                        System.out.println(seq);
                        System.out.flush();
                    }
                });
                // Delivered twice on purpose: a client that is not sure sends again.
                if (i % 7 == 0) {
                    writer.submit(event);
                }
            }
        }
    }
}
