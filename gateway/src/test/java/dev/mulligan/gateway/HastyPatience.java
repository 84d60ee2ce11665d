package dev.mulligan.gateway;

import dev.mulligan.gateway.options.Patience;
import java.time.Duration;

/** Patience of tests: a provider that says nothing is given up at once, and a gateway that ends waits for nobody. */
final class HastyPatience {

    private HastyPatience() {}

    /**
     * @param silence of a provider that is given up
     * @param progress how long it may send nothing but pings
     * @param untilPing when a client that waits hears that we are still there
     */
    static Patience of(Duration silence, Duration progress, Duration untilPing) {
        return new Patience(
                Duration.ofSeconds(2),
                silence,
                silence,
                silence,
                progress,
                Duration.ofSeconds(30),
                untilPing,
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                Duration.ZERO,
                Duration.ofSeconds(1));
    }
}
