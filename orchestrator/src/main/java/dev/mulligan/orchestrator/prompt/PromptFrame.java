package dev.mulligan.orchestrator.prompt;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said around a task: before it, and after it. */
public record PromptFrame(String before, String after) {

    public static final PromptFrame NONE = new PromptFrame("", "");

    public static PromptFrame after(String text) {
        return new PromptFrame("", text);
    }

    public PromptFrame and(PromptFrame more) {
        return new PromptFrame(join(before, more.before), join(after, more.after));
    }

    String around(String task) {
        return Stream.of(before, task, after).filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
    }

    private static String join(String one, String other) {
        return Stream.of(one, other).filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
    }
}
