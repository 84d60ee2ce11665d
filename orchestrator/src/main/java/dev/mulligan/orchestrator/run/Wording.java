package dev.mulligan.orchestrator.run;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said around a task: before it, and after it. */
record Wording(String before, String after) {

    static final Wording NONE = new Wording("", "");

    static Wording after(String text) {
        return new Wording("", text);
    }

    Wording and(Wording more) {
        return new Wording(join(before, more.before), join(after, more.after));
    }

    String around(String task) {
        return Stream.of(before, task, after).filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
    }

    private static String join(String one, String other) {
        return Stream.of(one, other).filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
    }
}
