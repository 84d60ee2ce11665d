package dev.mulligan.attempt;

/** Puts a yes-or-no question to a person. */
@FunctionalInterface
public interface Asker {

    /** Nobody is there: every question is answered with no, and the policy's alternative is carried out. */
    Asker NOBODY = question -> false;

    /** Whether the answer is yes. Called on the operation's thread, which waits for it. */
    boolean ask(String question);
}
