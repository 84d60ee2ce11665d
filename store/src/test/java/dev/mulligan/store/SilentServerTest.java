package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.share.NoteBoard;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that swallows everything, as when a machine vanishes: no refusal, no reset, only silence. */
@Timeout(60)
class SilentServerTest {

    /** Passes bytes on until it is told to be silent. */
    private static final class Wire implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean silent;

        Wire(int to) throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!door.isClosed()) {
                    try {
                        Socket client = door.accept();
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
                        Thread.ofVirtual().start(() -> pass(client, server));
                        Thread.ofVirtual().start(() -> pass(server, client));
                    } catch (IOException e) {
                        return;
                    }
                }
            });
        }

        private void pass(Socket from, Socket to) {
            byte[] buffer = new byte[8192];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (silent) {
                        over.await();
                        return;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() throws IOException {
            over.countDown();
            door.close();
        }
    }

    @Test
    void eventsAndNotesDoNotWaitWithoutEnd() throws Exception {
        Postgres.assumed();
        String address = Postgres.freshDatabase();
        int port = URI.create(address).getPort();
        try (Wire wire = new Wire(port);
                EventStore store =
                        EventStore.open(address.replace(":" + port + "/", ":" + wire.door.getLocalPort() + "/"))) {
            NoteBoard notes = store.notes("me");
            notes.exchange(List.of());
            store.append(List.of(event(1)));
            wire.silent = true;
            // Both at once: each takes as long as a silent server is waited for.
            CompletableFuture<Void> exchange =
                    CompletableFuture.runAsync(() -> isSaidToBeAway(() -> notes.exchange(List.of())));
            isSaidToBeAway(() -> store.append(List.of(event(2))));
            exchange.join();
        }
    }

    private static void isSaidToBeAway(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.isAway()).isTrue());
    }

    private static Recorded event(long seq) {
        return new Recorded("run", seq, Instant.EPOCH, new RunStarted("p", "n", "L1", "/w", 1));
    }
}
