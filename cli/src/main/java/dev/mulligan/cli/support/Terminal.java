package dev.mulligan.cli.support;

import java.io.Console;
import java.util.Optional;

/** The person at the keyboard, if there is one. */
public final class Terminal {

    private Terminal() {}

    public static Optional<Console> find() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }
}
