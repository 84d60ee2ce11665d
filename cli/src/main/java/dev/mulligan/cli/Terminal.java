package dev.mulligan.cli;

import java.io.Console;
import java.util.Optional;

/** The person at the keyboard, if there is one. */
final class Terminal {

    private Terminal() {}

    static Optional<Console> find() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }
}
