package dev.mulligan.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.store.EventStore;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A server that is not there when the program starts. */
class ServerAwayTest {

    private static final int MANY = 6;

    /** Each look takes five seconds. One behind the other, six of them would take half a minute. */
    @Test
    void thoseWhoWaitForItWaitTogether() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }
        long begun = System.nanoTime();
        try (EventStore store = EventStore.openLater("postgres://u@127.0.0.1:" + nobody + "/db");
                ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                asking.add(all.submit(() -> assertThatThrownBy(
                                () -> store.views().policies())
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                away -> assertThat(away.isAway()).isTrue())));
            }
            for (Future<?> one : asking) {
                one.get();
            }
            assertThat(store.isThere()).isFalse();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
    }
}
