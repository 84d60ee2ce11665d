package dev.mulligan.record;

import java.util.List;

/** Something only a person can decide. */
public sealed interface QuestionEvent extends ProgramEvent {

    String questionId();

    record QuestionAsked(String questionId, String text, List<String> choices, String context)
            implements QuestionEvent {}

    record QuestionAnswered(String questionId, String answer, String by) implements QuestionEvent {}
}
