package dev.mulligan.store;

import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes until the disk is full, says so, and lives on. */
public final class FullDiskWriter {

    private FullDiskWriter() {}

    public static void main(String[] args) {
        int acknowledged = 0;
        try (EventStore store = EventStore.open(args[0])) {
            for (int batch = 0; batch < 1000; batch++) {
                List<Recorded> events = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    events.add(new Recorded(
                            "r", acknowledged + i + 1L, Instant.EPOCH, new AgentChunk("o", "stdout", "x".repeat(500))));
                }
                store.append(events);
                acknowledged += events.size();
            }
        } catch (StoreException e) {
            System.out.println(e.getMessage() + " " + e.advice());
        }
        System.out.println("acknowledged " + acknowledged);
        System.out.println("still alive");
    }
}
