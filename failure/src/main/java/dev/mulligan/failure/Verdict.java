package dev.mulligan.failure;

/** What the classifier says about a piece of evidence. */
public sealed interface Verdict {

    record Failed(Failure failure) implements Verdict {}

    /**
     * The operation succeeded, whatever its text talks about.
     *
     * @param rule why it counts as success
     * @param message one line for a person
     */
    record NotAFailure(String rule, String message) implements Verdict {}
}
