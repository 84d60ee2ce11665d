package dev.mulligan.cli.serve;

import dev.mulligan.gateway.options.Gauge;
import dev.mulligan.server.GatewayRecorder;
import java.util.List;

/** What {@code /metrics} of a server shows beside its gateway's requests. */
final class ServeGauges {

    private ServeGauges() {}

    static List<Gauge> of(GatewayRecorder recorder, int slots) {
        return List.of(
                new Gauge(
                        "mulligan.spool.events",
                        "gateway",
                        "events on the disk that the store has not taken yet",
                        () -> recorder.spool().events()),
                new Gauge(
                        "mulligan.spool.bytes",
                        "gateway",
                        "their size",
                        () -> recorder.spool().bytes()),
                new Gauge(
                        "mulligan.spool.waiting",
                        "gateway",
                        "events on their way to store or disk",
                        () -> recorder.spool().waitingInMemory()),
                new Gauge(
                        "mulligan.spool.stored",
                        "gateway",
                        "events the store took since the start",
                        () -> recorder.spool().stored()),
                new Gauge(
                        "mulligan.spool.dropped",
                        "gateway",
                        "events lost since the start",
                        () -> recorder.spool().dropped()),
                new Gauge(
                        "mulligan.store.away",
                        "server",
                        "1 while the store takes no events",
                        () -> recorder.spool().away() ? 1 : 0),
                new Gauge("mulligan.worker.slots", "worker", "steps it may carry out at the same time", () -> slots));
    }
}
