package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.classify.Classifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The standard classifier behind a memory of one. */
final class ClassifyingReader implements FailureReader {

    private record Memory(Class<?> type, @Nullable String message, Failure failure) {}

    private final Classifier classifier;
    private volatile @Nullable Memory last;

    ClassifyingReader() {
        this(Classifier.standard());
    }

    ClassifyingReader(Classifier classifier) {
        this.classifier = classifier;
    }

    @Override
    public Failure read(Throwable thrown) {
        return read(thrown, GaveUpException.causeOf(thrown));
    }

    @Override
    public Failure read(Throwable thrown, @Nullable Throwable cause) {
        // A response has headers, which its message does not tell.
        if (cause != null || Classifier.readsResponsesOf(thrown.getClass())) {
            return classifier.classify(thrown);
        }
        Memory memory = last;
        String message;
        try {
            message = thrown.getMessage();
        } catch (RuntimeException | Error broken) {
            // The classifier says so in its own words; there is nothing to remember it by.
            return classifier.classify(thrown);
        }
        if (memory != null && memory.type == thrown.getClass() && Objects.equals(memory.message, message)) {
            return memory.failure;
        }
        Failure failure = classifier.classify(thrown);
        last = new Memory(thrown.getClass(), message, failure);
        return failure;
    }
}
