package dev.mulligan.examples;

import java.io.IOException;

/** Stands for a model behind the network: fails as told, then answers. */
final class FlakyModel {

    private final String[] failures;
    private int calls;

    /** Fails with these messages, one call after the other. */
    FlakyModel(String... failures) {
        this.failures = failures;
    }

    String ask(String prompt) throws IOException {
        if (calls < failures.length) {
            throw new IOException(failures[calls++]);
        }
        calls++;
        return "answer to \"" + prompt + "\"";
    }

    int calls() {
        return calls;
    }
}
