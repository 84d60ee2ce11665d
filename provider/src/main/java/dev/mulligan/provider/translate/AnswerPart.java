package dev.mulligan.provider.translate;

import dev.mulligan.escalate.Usage;

/** A piece of a model's answer, in the order it comes. */
sealed interface AnswerPart {

    record Start(String id, String model) implements AnswerPart {}

    record Text(String text) implements AnswerPart {}

    record Thought(String text) implements AnswerPart {}

    /** A tool call begins; its arguments follow under the same number, perhaps between those of others. */
    record Call(int number, String id, String name) implements AnswerPart {}

    record Arguments(int number, String json) implements AnswerPart {}

    record Stop(StopReason reason) implements AnswerPart {}

    record Counted(Usage usage) implements AnswerPart {}

    enum StopReason {
        END,
        TOOL_USE,
        MAX_TOKENS,
        STOP_SEQUENCE,
        REFUSAL
    }
}
