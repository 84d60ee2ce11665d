package dev.mulligan.record;

import dev.mulligan.record.AdaptEvent.LearningRecorded;
import java.util.List;
import java.util.Optional;

/** Makes a learning record by the names of its parts. What is not said is empty. For one thread. */
public final class LearningRecordedBuilder {

    private final String id;
    private final String stage;
    private String signature = "";
    private String error = "";
    private List<String> files = List.of();
    private int attempts;
    private List<String> tried = List.of();
    private Optional<String> worked = Optional.empty();
    private String category = "logic";
    private String hint = "";

    LearningRecordedBuilder(String id, String stage) {
        this.id = id;
        this.stage = stage;
    }

    /** The failure's stable identity, and one line about it. */
    public LearningRecordedBuilder failure(String itsSignature, String itsError) {
        signature = itsSignature;
        error = itsError;
        return this;
    }

    public LearningRecordedBuilder files(List<String> changed) {
        files = changed;
        return this;
    }

    /** How many attempts there were, and what was done about the failure, in order. */
    public LearningRecordedBuilder tried(int count, List<String> what) {
        attempts = count;
        tried = what;
        return this;
    }

    /** What the verifier saw working. */
    public LearningRecordedBuilder worked(Optional<String> change) {
        worked = change;
        return this;
    }

    public LearningRecordedBuilder category(String name) {
        category = name;
        return this;
    }

    /** How to keep it from happening again. */
    public LearningRecordedBuilder hint(String sentence) {
        hint = sentence;
        return this;
    }

    public LearningRecorded build() {
        return new LearningRecorded(id, stage, signature, error, files, attempts, tried, worked, category, hint);
    }
}
